/** Which direction is compared: whether new schemas accept old documents, old schemas new documents, or both. */
export type Mode = "backward" | "forward" | "full";
