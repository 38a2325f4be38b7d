"""A cluster of three nodes on one machine. It prints its address; its input is `kill` (a node) or `add` (a node)."""

from __future__ import annotations

import os
import sys
from typing import Any

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

from ray.cluster_utils import Cluster

SMALL: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 << 20}


def main() -> None:
    """Until the end of the input."""
    own = os.fdopen(os.dup(1), "w", buffering=1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    # The head plays nothing: it is the one node that must not die.
    head = {**SMALL, "num_cpus": 0, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    nodes = [cluster.add_node(**SMALL) for _ in range(2)]
    own.write(f"{cluster.address}\n")
    for line in sys.stdin:
        if line.strip() == "kill":
            cluster.remove_node(nodes.pop(), allow_graceful=False)
        else:
            nodes.append(cluster.add_node(**SMALL))
        own.write("done\n")
    cluster.shutdown()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
