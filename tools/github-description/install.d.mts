export const descriptionPackage: string;
export const description: string;
export function installDescription(): Promise<void>;
