use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32};

use counterplay_checkers::Checkers;

use super::*;
use crate::graphs::{AnyGraph, Graph, Node, NumberedGraph};
use crate::{Outcome, Probed, Tables, verify};

/// A new folder; it is removed in the end.
pub(super) struct Scratch(pub(super) PathBuf);

impl Scratch {
    pub(super) fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("counterplay-tables-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    pub(super) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap());
        entries.map(|e| (e.file_name().into_string().unwrap(), fs::read(e.path()).unwrap())).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(super) fn plan(folder: &Scratch, pieces: u32, distances: bool) -> Plan<'_> {
    Plan { name: "game", pieces, folder: &folder.0, distances, threads: 2, stop: None }
}

pub(super) fn silent(_: &Progress<'_>) {}

fn faults<G: Indexed + Sync>(game: &G, folder: &Scratch, full: bool) -> Vec<String>
where
    G::State: Send + Sync,
{
    let verified = verify(game, "game", &folder.0, full, 2, None, &mut |_, _, _| ());
    verified.faults.into_iter().map(|fault| format!("{}: {}", fault.place, fault.what)).collect()
}

fn probes<G: Indexed>(game: &G, folder: &Scratch, state: &G::State) -> Option<Probed> {
    Tables::open(game, "game", &folder.0, u64::MAX, |_| ()).probe(game, state)
}

#[test]
fn random_graphs_with_circles_are_solved_as_by_the_naive_way() {
    for seed in 0..60 {
        let game = Graph::random(seed);
        let solution = game.solution();
        let mut files = Vec::new();
        for (distances, backwards) in [(false, true), (true, true), (true, false)] {
            let folder = Scratch::new();
            let plan = plan(&folder, 3, distances);
            let built =
                if backwards { build(&game, &plan, &mut silent) } else { build_forward(&game, &plan, &mut silent) };
            let built = built.unwrap();
            let tables = Tables::open(&game, "game", &folder.0, u64::MAX, |what| panic!("{what}"));
            for node in (0..game.nodes.len()).filter(|&node| !game.nodes[node].hole) {
                let (outcome, plies) = solution[node];
                let plies = (distances && outcome != Outcome::Draw).then_some(plies);
                assert_eq!(tables.probe(&game, &node), Some(Probed { outcome, plies }), "seed {seed}, node {node}");
            }
            assert_eq!(built.counts.total(), game.nodes.iter().filter(|node| !node.hole).count() as u64);
            assert_eq!(faults(&game, &folder, true), Vec::<String>::new(), "seed {seed}");
            files.push(folder.files());
        }
        // Backwards or forward, the files are the same.
        assert_eq!(files[1], files[2]);
        assert!(files[0].iter().all(|(name, file)| files[1].get(name) == Some(file)));
    }
}

#[test]
fn graphs_are_solved_by_number_as_by_the_naive_way() {
    for seed in 0..30 {
        let game = NumberedGraph::random(seed);
        let solution = game.solution();
        for distances in [false, true] {
            let folder = Scratch::new();
            let built = build(&game, &plan(&folder, 3, distances), &mut silent).unwrap();
            let tables = Tables::open(&game, "game", &folder.0, u64::MAX, |what| panic!("{what}"));
            let there = (0..game.nodes.len()).filter(|&node| !game.nodes[node].hole);
            for node in there.clone() {
                let (outcome, plies) = solution[node];
                let plies = (distances && outcome != Outcome::Draw).then_some(plies);
                assert_eq!(tables.probe(&game, &node), Some(Probed { outcome, plies }), "seed {seed}, node {node}");
            }
            // Each number stands for three positions.
            assert_eq!(built.counts.total(), 3 * there.count() as u64);
            assert_eq!(faults(&game, &folder, true), Vec::<String>::new(), "seed {seed}");
            let again = build(&game, &plan(&folder, 3, distances), &mut silent).unwrap();
            assert_eq!((again.resumed, again.counts), (again.slices, built.counts));
        }
    }
}

#[test]
fn checkers_with_three_pieces_has_the_published_counts() {
    let (game, folder) = (Checkers::default(), Scratch::new());
    let built = build(&game, &plan(&folder, 3, true), &mut silent).unwrap();
    assert_eq!(built.counts, Counts { win: 716 + 100_250, loss: 402 + 87_305, draw: 2370 + 8477 });
    let tables = Tables::open(&game, "game", &folder.0, u64::MAX, |what| panic!("{what}"));
    let counts: BTreeMap<String, Counts> =
        tables.slices().map(|slice| (game.slice_name(slice), tables.heads(slice).unwrap().0.counts)).collect();
    assert_eq!(counts["1K v 1M"], Counts { win: 331, loss: 6, draw: 531 });
    assert_eq!(counts["1M v 1K"], Counts { win: 53, loss: 241, draw: 574 });
    assert_eq!(counts["1K v 2K"], Counts { win: 412, loss: 13_018, draw: 1450 });
    assert_eq!(counts["2K v 1K"], Counts { win: 14_846, loss: 0, draw: 34 });
    assert_eq!(faults(&game, &folder, true), Vec::<String>::new());
    // Without distances the foundation is found anew.
    let plain = Scratch::new();
    build(&game, &plan(&plain, 3, false), &mut silent).unwrap();
    assert_eq!(faults(&game, &plain, true), Vec::<String>::new());
}

/// A and B lead to one another, and each could call the other lost: every value follows from its successor's, and is
/// wrong.
#[test]
fn a_circle_of_wins_is_found_although_every_value_follows() {
    find_circle::<false>();
    find_circle::<true>();
}

fn find_circle<const BY_NUMBER: bool>() {
    let edge = |second, to| Node { second, edges: vec![to], ..Node::default() };
    let ends = Node { second: true, worth: 1, ..Node::default() };
    let game =
        AnyGraph::<BY_NUMBER> { nodes: vec![edge(false, 1), edge(true, 0), edge(false, 3), ends], starts: vec![0] };
    let folder = Scratch::new();
    build(&game, &plan(&folder, 1, false), &mut silent).unwrap();
    assert_eq!(probes(&game, &folder, &0).map(|found| found.outcome), Some(Outcome::Draw));
    assert_eq!(faults(&game, &folder, true), Vec::<String>::new());
    // Nodes 0 and 2 are in the one slice, 1 and 3 in the other.
    let plant = |slice: Slice, outcomes: [Outcome; 2], counts: Counts| {
        let (content, at) = (Content::Outcomes, Folder::new(&folder.0, "game"));
        let mut packed = crate::Packed::new(2);
        (0..).zip(outcomes).for_each(|(index, outcome)| packed.set(index, outcome));
        let blocks = [crate::format::compressed_outcomes(packed.bytes(), 2)];
        let each = if BY_NUMBER { 3 } else { 1 };
        let counts = Counts { win: each * counts.win, loss: each * counts.loss, draw: each * counts.draw };
        let file = writer(&game, slice, &plan(&folder, 1, false), content, counts).finish(&blocks);
        fs::write(at.paths(&game.slice_name(slice), content).0, file).unwrap();
    };
    plant(Slice(0), [Outcome::Win, Outcome::Win], Counts { win: 2, loss: 0, draw: 0 });
    plant(Slice(1), [Outcome::Loss, Outcome::Loss], Counts { win: 0, loss: 2, draw: 0 });
    assert_eq!(faults(&game, &folder, false), Vec::<String>::new(), "the files are whole");
    let found = faults(&game, &folder, true);
    assert!(found.iter().any(|fault| fault.contains("rests on itself")), "{found:?}");
    // A value that does not even follow is named with its position.
    plant(Slice(1), [Outcome::Draw, Outcome::Loss], Counts { win: 0, loss: 1, draw: 1 });
    let found = faults(&game, &folder, true);
    assert!(found.iter().any(|fault| fault.contains("0 is called a Win")), "{found:?}");
    // So are counts that are not true.
    plant(Slice(0), [Outcome::Draw, Outcome::Win], Counts { win: 2, loss: 0, draw: 0 });
    let found = faults(&game, &folder, true);
    assert!(found.iter().any(|fault| fault.contains("it counts")), "{found:?}");
}

/// A disk that fails from some call on, as if the process had been killed there.
pub(super) struct Failing {
    calls: Mutex<Cell<u32>>,
    at: u32,
    /// Half of what was to be written is there.
    torn: bool,
}

impl Failing {
    pub(super) fn new(at: u32) -> Failing {
        Failing { calls: Mutex::default(), at, torn: at.is_multiple_of(2) }
    }

    fn call(&self) -> io::Result<()> {
        let calls = self.calls.lock().unwrap();
        calls.set(calls.get() + 1);
        if calls.get() > self.at { Err(io::Error::other("the disk is full")) } else { Ok(()) }
    }
}

impl Disk for Failing {
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.call() {
            if self.torn {
                fs::write(path, &bytes[..bytes.len() / 2])?;
            }
            return Err(error);
        }
        RealDisk.write(path, bytes)
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.call()?;
        RealDisk.rename(from, to)
    }
    fn remove(&self, path: &Path) -> io::Result<()> {
        self.call()?;
        RealDisk.remove(path)
    }
}

#[test]
fn whatever_call_fails_the_next_building_ends_in_the_same_files() {
    let game = Graph::random(7);
    let whole = Scratch::new();
    build(&game, &plan(&whole, 3, true), &mut silent).unwrap();
    let mut failures = 0;
    for at in 0.. {
        let folder = Scratch::new();
        let disk = Failing::new(at);
        let plan = plan(&folder, 3, true);
        let built = Builder { game: &game, plan: &plan, disk: &disk }.run(|| GameRetromoves, &mut silent);
        match built {
            Ok(_) => break,
            Err(error @ BuildError::Write { .. }) => assert!(error.to_string().contains("bytes"), "{error}"),
            Err(error) => panic!("{error}"),
        }
        failures += 1;
        // What is finished is used, what is torn is made anew.
        let finished = folder.files().keys().filter(|name| !name.ends_with(".part")).count();
        let resumed = build(&game, &plan, &mut silent).unwrap().resumed;
        assert!(2 * resumed <= finished && finished <= 2 * resumed + 4, "{finished} files, {resumed} slices resumed");
        assert_eq!(folder.files(), whole.files(), "call {at}");
    }
    assert!(failures >= 24, "six slices, two files each, two calls each: {failures}");
}

#[test]
fn a_building_that_is_stopped_goes_on_where_it_was() {
    let game = Checkers::default();
    let whole = Scratch::new();
    build(&game, &plan(&whole, 3, false), &mut silent).unwrap();
    let folder = Scratch::new();
    let mut stops = 0;
    for patience in (1..).step_by(23) {
        let stop = AtomicBool::new(false);
        let plan = Plan { stop: Some(&stop), ..plan(&folder, 3, false) };
        let mut left = patience;
        let mut told = |_: &Progress<'_>| {
            left -= 1;
            stop.store(left <= 0, Ordering::Relaxed);
        };
        match build(&game, &plan, &mut told) {
            Ok(_) => break,
            Err(BuildError::Stopped) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(stops > 3, "{stops}");
    assert_eq!(folder.files(), whole.files());
}

#[test]
fn a_second_builder_is_refused_by_the_number_of_the_first() {
    let (game, folder) = (Graph::random(1), Scratch::new());
    let lock = Lock::take(&folder.0).unwrap();
    let error = build(&game, &plan(&folder, 1, false), &mut silent).unwrap_err().to_string();
    assert!(error.contains(&format!("process {}", std::process::id())), "{error}");
    drop(lock);
    // What a builder that was killed leaves behind locks nobody out.
    fs::write(folder.0.join("lock"), "1\n").unwrap();
    assert!(build(&game, &plan(&folder, 1, false), &mut silent).is_ok());
    assert!(!folder.0.join("lock").exists());
}

#[test]
fn damage_is_found_by_verify_and_never_answered_from() {
    let (game, folder) = (Checkers::default(), Scratch::new());
    build(&game, &plan(&folder, 2, false), &mut silent).unwrap();
    let path = folder.0.join("game-1K-1M.wld");
    let file = fs::read(&path).unwrap();
    for byte in 0..file.len() {
        let mut other = file.clone();
        other[byte] ^= 1 << (byte % 8);
        fs::write(&path, other).unwrap();
        assert_eq!(faults(&game, &folder, false).len(), 1, "byte {byte}");
    }
    let told = |content: &[u8]| {
        fs::write(&path, content).unwrap();
        faults(&game, &folder, false).join("; ")
    };
    assert!(told(&file[..file.len() - 1]).contains("cut off"));
    assert!(told(&file[..5]).contains("not a table"));
    assert!(told(b"").contains("not a table"));
    assert!(told(&[&file[..], b"x"].concat()).contains("instead of"));
    assert!(told(&fs::read(folder.0.join("game-1M-1M.wld")).unwrap()).contains("should hold 1K v 1M"));
    let mut newer = file.clone();
    newer[8] = 2;
    assert!(told(&newer).contains("version 2"));
    // A damaged block: the value is unknown, and one word is said of it.
    let mut damaged = file.clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&path, &damaged).unwrap();
    let words = std::sync::Arc::new(Mutex::new(Vec::new()));
    let heard = words.clone();
    let tables =
        Tables::open(&game, "game", &folder.0, u64::MAX, move |word: &str| heard.lock().unwrap().push(word.to_owned()));
    let slice = tables.slices().find(|&slice| game.slice_name(slice) == "1K v 1M").unwrap();
    let mut unknown = 0;
    game.each(slice, 0..game.size(slice), |_, board| {
        if !game.is_derived(board) {
            assert_eq!(tables.probe(&game, board), None);
            unknown += 1;
        }
    });
    assert!(unknown > 100);
    let words = words.lock().unwrap();
    assert!(words.len() == 1 && words[0].contains("block 0 is damaged"), "{words:?}");
    // Built again, it is whole.
    assert!(build(&game, &plan(&folder, 2, false), &mut silent).is_ok());
    assert_eq!(fs::read(&path).unwrap(), file);
}

/// With hardly any memory for blocks, the answers are the same.
#[test]
fn tables_answer_from_little_memory() {
    let (game, folder) = (Checkers::default(), Scratch::new());
    build(&game, &plan(&folder, 3, true), &mut silent).unwrap();
    let rich = Tables::open(&game, "game", &folder.0, u64::MAX, |what| panic!("{what}"));
    let poor = Tables::open(&game, "game", &folder.0, 10_000, |what| panic!("{what}"));
    for slice in rich.slices() {
        for index in (0..game.size(slice)).step_by(97) {
            if let Some(board) = game.unrank(slice, index) {
                assert_eq!(rich.probe(&game, &board), poor.probe(&game, &board));
                assert_eq!(rich.probe(&game, &board), rich.probe(&game, &board.flipped()));
            }
        }
    }
}
