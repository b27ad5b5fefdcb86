import { render } from "preact";
import { App } from "./App";
import "./styles/base.css";
import "./styles/players.css";
import "./styles/layout.css";
import "./styles/board.css";
import "./styles/marks.css";
import "./styles/panels.css";
import "./styles/moves.css";
import "./styles/people.css";
import "./styles/analysis.css";

const root = document.getElementById("app");
if (root) render(<App />, root);
