/** GitHub's REST description, 13 MB of JSON. The set-up of the tests installs it. */
export { description, installDescription as setup } from "../../tools/github-description/install.mjs";
