//! The options of a game as a value of a tag of our own, such as `repetition=draw no_capture_limit=40`: what differs from the
//! defaults of the ruleset. The size of the board and the kind of Caro have tags that other programs know.

use crate::rules::gomoku::Opening;
use crate::rules::xiangqi::{self, Repetition, RepetitionPenalty};
use crate::rules::{Options, gomoku};

/// Empty for the default options.
pub(super) fn write(options: &Options) -> String {
    let mut pairs: Vec<(&str, String)> = Vec::new();
    match options {
        Options::Xiangqi(own) => {
            let usual = xiangqi::Options::with(own.repetition);
            if own.repetition != xiangqi::Options::default().repetition {
                pairs.push(("repetition", own.repetition.name().to_owned()));
            }
            if own.repetition_penalty != usual.repetition_penalty {
                pairs.push(("repetition_penalty", own.repetition_penalty.name().to_owned()));
            }
            if own.no_capture_limit != usual.no_capture_limit {
                pairs.push(("no_capture_limit", own.no_capture_limit.to_string()));
            }
        }
        Options::Gomoku(own) => {
            let usual = gomoku::Options::new(own.variant);
            if own.opening != usual.opening {
                pairs.push(("opening", own.opening.name().to_owned()));
            }
            if own.forbidden_loses != usual.forbidden_loses {
                pairs.push(("forbidden_loses", own.forbidden_loses.to_string()));
            }
        }
    }
    pairs.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// The options with those that the text names. Leaves out what it does not know.
pub(super) fn apply(text: &str, options: Options) -> Options {
    let mut options = options;
    for (name, value) in text.split_whitespace().filter_map(|pair| pair.split_once('=')) {
        match (&mut options, name) {
            (Options::Xiangqi(own), "repetition") => {
                if let Some(&repetition) = Repetition::ALL.iter().find(|it| it.name() == value) {
                    own.repetition = repetition;
                    own.repetition_penalty = repetition.usual_penalty();
                }
            }
            (Options::Xiangqi(own), "repetition_penalty") => {
                let found = RepetitionPenalty::ALL.into_iter().find(|it| it.name() == value);
                own.repetition_penalty = found.unwrap_or(own.repetition_penalty);
            }
            (Options::Xiangqi(own), "no_capture_limit") => {
                own.no_capture_limit = value.parse().unwrap_or(own.no_capture_limit);
            }
            (Options::Gomoku(own), "opening") => {
                let of_variant = Opening::of(own.variant);
                let found = of_variant.iter().copied().find(|it| it.name() == value);
                own.opening = found.unwrap_or(own.opening);
            }
            (Options::Gomoku(own), "forbidden_loses") if own.variant == gomoku::Variant::Renju => {
                own.forbidden_loses = value == "true";
            }
            _ => {}
        }
    }
    options
}
