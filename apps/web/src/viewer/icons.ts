/** Tabler icons as in the application, drawn without a framework. */
const PATHS = {
  up: ['M6 15l6 -6l6 6'],
  down: ['M6 9l6 6l6 -6'],
  zoomIn: ['M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0', 'M7 10l6 0', 'M10 7l0 6', 'M21 21l-6 -6'],
  zoomOut: ['M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0', 'M7 10l6 0', 'M21 21l-6 -6'],
  fit: [
    'M4 12v-6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v6',
    'M10 18h-7',
    'M21 18h-7',
    'M6 15l-3 3l3 3',
    'M18 15l3 3l-3 3',
  ],
  rotate: ['M4.05 11a8 8 0 1 1 .5 4m-.5 5v-5h5'],
  print: [
    'M17 17h2a2 2 0 0 0 2 -2v-4a2 2 0 0 0 -2 -2h-14a2 2 0 0 0 -2 2v4a2 2 0 0 0 2 2h2',
    'M17 9v-4a2 2 0 0 0 -2 -2h-6a2 2 0 0 0 -2 2v4',
    'M7 15a2 2 0 0 1 2 -2h6a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2l0 -4',
  ],
}
export type IconName = keyof typeof PATHS

const SVG = 'http://www.w3.org/2000/svg'

export const icon = (name: IconName): SVGElement => {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  for (const d of PATHS[name]) {
    const path = document.createElementNS(SVG, 'path')
    path.setAttribute('d', d)
    svg.append(path)
  }
  return svg
}
