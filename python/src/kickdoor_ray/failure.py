"""Exit codes of the program, and the error that ends the driver."""

import signal
from enum import IntEnum


class Code(IntEnum):
    """Exit codes of `kickdoor` that mean something to the driver."""

    DONE = 0
    WRONG = 2
    """The request or its input is wrong: it fails again on every node."""
    FURTHER_ROUND = 4
    """`merge`: the study needs another round."""
    FAILED = 70
    """Of the driver: no result, for another reason. Code 1 is the answer "no" of a study."""
    TRY_AGAIN = 75
    """A full disk, a lock: it may succeed later or elsewhere."""


_STOPPED = {128 + signal.SIGHUP, 128 + signal.SIGINT, 128 + signal.SIGTERM}


def may_be_retried(code: int) -> bool:
    """Whether a shard that ended with this code can succeed in another try: code 75, or a signal ended the program."""
    return code == Code.TRY_AGAIN or code < 0 or code in _STOPPED


def as_exit_code(code: int) -> int:
    """The exit code of a process as in a shell: 128 plus the number of the signal that ended it."""
    return 128 - code if code < 0 else code


class Failure(Exception):
    """Why the driver ends without a result, and its exit code."""

    def __init__(self, code: int, message: str) -> None:
        """A message without a final full stop."""
        super().__init__(message)
        self.code = as_exit_code(code)
