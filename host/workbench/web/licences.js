// The page of licences.
import { fillHeader } from "./nav.js";
import { keepOffline } from "./offline.js";

fillHeader(document.getElementById("top"), "");
void keepOffline();
