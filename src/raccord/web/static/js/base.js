// Loaded by every page: the elements without which no page is complete.
import "./core/cards.js";
import "./elements/connection.js";
import { startQueue } from "./core/api.js";

startQueue();
document.documentElement.classList.add("has-script");
