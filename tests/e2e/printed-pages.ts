const MM_PER_PT = 25.4 / 72

/** Width and height of each page, in whole millimeters. */
export const pageSizes = (pdf: Buffer): number[][] =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/g)].map(([, ...sides]) =>
    sides.map((side) => Math.round(Number(side) * MM_PER_PT)),
  )

export const MM_PER_PX = 25.4 / 96
