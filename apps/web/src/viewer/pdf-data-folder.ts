/** Where the files lie that pdf.js fetches while it draws: below `assets/`, so that browsers keep them for good. */
export const pdfDataFolder = (version: string): string => `assets/pdf-viewer-data-${version}/`
