//! Command line of the peer programs in Rust: words in fixed places, `--help`, and status 2 for everything else.

/// Ends the program with status 2.
pub fn refuse(why: &str) -> ! {
    eprintln!("{why}; see --help");
    std::process::exit(2);
}

/// The words of the command line, at least `least` and at most `most` of them. `--help` prints the usage line and
/// ends the program with status 0; an unknown option ends it with status 2.
pub fn words(usage: &str, about: &str, least: usize, most: usize) -> Vec<String> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    if given.iter().any(|word| word == "--help" || word == "-h") {
        println!("usage: {usage}\n\n{about}");
        std::process::exit(0);
    }
    if let Some(option) = given.iter().find(|word| word.starts_with('-')) {
        refuse(&format!("unknown option {option}"));
    }
    if given.len() < least || given.len() > most {
        refuse(&format!("usage: {usage}"));
    }
    given
}

/// The number that a word is.
pub fn number(word: &str) -> u64 {
    word.parse().unwrap_or_else(|_| refuse(&format!("not a number: {word}")))
}
