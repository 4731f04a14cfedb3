import "../elements/board.js";
import "../elements/rack.js";
import "../elements/plot.js";
