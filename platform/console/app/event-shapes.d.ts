/** Made from the contracts by `platform/console/event-shapes.mjs`. */
declare module "virtual:event-shapes" {
  /** By type; `null` if the platform's document doesn't show the payload. */
  export const shapes: Readonly<
    Record<
      string,
      {
        readonly members: readonly {
          /** Such as `data.status`. */
          readonly path: string;
          readonly type: string;
          readonly required: boolean;
          readonly constraints: readonly (readonly [keyword: string, value: string])[];
          readonly description: string;
        }[];
        readonly example: string;
      } | null
    >
  >;
}
