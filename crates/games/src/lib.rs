//! The rules of games, one folder each. Nothing here recurses over successors: searching is `core`'s.
