export * from "@oipkit/sandbox";
