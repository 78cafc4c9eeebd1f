/** The development dependency `express4` is Express 4 under another name. The parts used here have the same types. */
declare module "express4" {
  import express from "express";

  export default express;
}
