/** Folder of the files that pdf.js fetches, below `assets/` for immutable caching. */
export const pdfDataFolder = (version: string): string => `assets/pdf-viewer-data-${version}/`
