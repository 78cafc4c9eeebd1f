/** The development dependency `express4` is Express 4 under another name; what is used of it has the same types. */
declare module "express4" {
  import express from "express";

  export default express;
}
