//! Cycles of a graph, and the rooms and arrows of a stage.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The nodes of a graph and those to which each points.
pub(super) type Graph<'a> = BTreeMap<&'a Path, BTreeSet<&'a Path>>;

/// The largest groups of nodes that all reach each other.
pub(super) fn cycles<'a>(graph: &Graph<'a>) -> Vec<BTreeSet<&'a Path>> {
    let reached: Graph<'a> = graph.keys().map(|&node| (node, reached(graph, node))).collect();
    let group = |node: &&'a Path| {
        reached[node].iter().copied().filter(|other| reached.get(other).is_some_and(|to| to.contains(node))).collect()
    };
    let groups: BTreeSet<BTreeSet<&Path>> = graph.keys().map(group).collect();
    groups.into_iter().filter(|group| !group.is_empty()).collect()
}

/// The nodes that one node reaches over one arrow or more.
fn reached<'a>(graph: &Graph<'a>, start: &'a Path) -> BTreeSet<&'a Path> {
    let mut found = BTreeSet::new();
    let mut left = vec![start];
    while let Some(node) = left.pop() {
        left.extend(graph.get(node).into_iter().flatten().filter(|&&next| found.insert(next)));
    }
    found
}

/// The room of a file in a stage: the file or folder directly in the stage. `mod.rs` belongs to no room.
pub(super) fn room_of<'a>(stage: &Path, file: &'a Path) -> Option<&'a Path> {
    let name = file.strip_prefix(stage).ok()?.iter().next()?;
    Some(Path::new(Path::new(name).file_stem()?)).filter(|room| *room != "mod")
}

/// The rooms of a stage and those that each imports.
pub(super) fn rooms<'a>(graph: &Graph<'a>, stage: &Path) -> Graph<'a> {
    let room = |file: &'a Path| room_of(stage, file);
    let mut rooms = Graph::new();
    for (&from, to) in graph {
        let Some(from) = room(from) else { continue };
        let others = to.iter().filter_map(|&to| room(to)).filter(|&to| to != from);
        rooms.entry(from).or_default().extend(others);
    }
    rooms
}

/// The number of arrows that point up when the rooms are laid out with few such arrows: rooms that import nothing are at the bottom, rooms
/// that nobody imports at the top, and where neither exists the room that is imported most, compared with what it imports, goes down next.
pub(super) fn arrows_up(rooms: &Graph) -> usize {
    let mut left = rooms.clone();
    let mut up = 0;
    while !left.is_empty() {
        let imported = |room: &Path| left.values().filter(|to| to.contains(room)).count();
        let next = left.iter().min_by_key(|(room, to)| match (to.len(), imported(room)) {
            (0, _) | (_, 0) => isize::MIN,
            (to, by) => to as isize - by as isize,
        });
        let (&next, to) = next.expect("a room");
        up += if imported(next) == 0 { 0 } else { to.len() };
        left.remove(next);
        for to in left.values_mut() {
            to.remove(next);
        }
    }
    up
}
