import { render } from "preact";
import { App } from "./App";
import { Embed, embeddedId } from "./panels/Embed";
import "./state/install";
import "./styles/base.css";
import "./styles/players.css";
import "./styles/layout.css";
import "./styles/board.css";
import "./styles/marks.css";
import "./styles/panels.css";
import "./styles/moves.css";
import "./styles/people.css";
import "./styles/look.css";
import "./styles/analysis.css";
import "./styles/home.css";

const root = document.getElementById("app");
const id = embeddedId();
if (root) render(id ? <Embed id={id} /> : <App />, root);
