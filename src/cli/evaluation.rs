//! The evaluation of the engines as an argument.

use crate::engine::Evaluation;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Reads the name of an evaluation; the help lists all names.
pub fn parser() -> impl TypedValueParser<Value = Evaluation> {
    PossibleValuesParser::new(Evaluation::ALL.map(possible))
        .try_map(|name| Evaluation::named(&name).ok_or("expected an evaluation"))
}

fn possible(evaluation: Evaluation) -> PossibleValue {
    let value = PossibleValue::new(evaluation.name());
    match evaluation {
        Evaluation::Network => value,
        Evaluation::HandMade => value.help(
            "The fallback without networks: hand-made terms in Xiangqi, the sum of weights of shapes in five in a row",
        ),
    }
}
