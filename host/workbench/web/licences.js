// The page of licences.
import { fillHeader } from "./nav.js";

fillHeader(document.getElementById("top"), "");
