/** Two series that differ in lightness and hue on both backgrounds (variables in charts.css). */
export const SERIES_COLORS = {
  reports: { variable: 'var(--chart-reports)', onPaper: '#0b5d52' },
  patients: { variable: 'var(--chart-patients)', onPaper: '#c98512' },
} as const
export type SeriesName = keyof typeof SERIES_COLORS

interface ChartImageText {
  title: string
  subtitle: string
  legend: readonly { name: SeriesName; text: string }[]
}

// Exported images always use the light scheme, for paper and slides.
const PAPER = '#ffffff'
const INK = '#10201d'
const PALE_INK = '#54635f'
const GRID = '#dad8d0'

const SCALE = 2
const MARGIN = 24
const HEAD = 84
const SWATCH = 11

const font = (size: number, weight = 400) =>
  `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`

const shapesOf = (chart: SVGSVGElement, width: number, height: number): string => {
  const copy = chart.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  // The canvas draws the text, because an SVG image cannot use the page's fonts.
  for (const gone of copy.querySelectorAll('text, .recharts-tooltip-cursor')) gone.remove()
  for (const line of copy.querySelectorAll('line')) {
    line.setAttribute('stroke', GRID)
    line.removeAttribute('style')
  }
  for (const shape of copy.querySelectorAll('[fill], [stroke]'))
    for (const paint of ['fill', 'stroke'] as const) {
      const color = Object.values(SERIES_COLORS).find(
        ({ variable }) => shape.getAttribute(paint) === variable,
      )
      if (color) shape.setAttribute(paint, color.onPaper)
    }
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
}

const loadImage = async (address: string): Promise<HTMLImageElement> => {
  const image = new Image()
  image.src = address
  await image.decode()
  return image
}

const writeWords = (context: CanvasRenderingContext2D, chart: SVGSVGElement) => {
  const frame = chart.getBoundingClientRect()
  context.fillStyle = PALE_INK
  context.font = font(12)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const words of chart.querySelectorAll('text')) {
    const box = words.getBoundingClientRect()
    context.fillText(
      words.textContent,
      MARGIN + box.left - frame.left + box.width / 2,
      HEAD + box.top - frame.top + box.height / 2,
    )
  }
}

const writeHead = (context: CanvasRenderingContext2D, { title, subtitle, legend }: ChartImageText) => {
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  context.fillStyle = INK
  context.font = font(17, 600)
  context.fillText(title, MARGIN, 34)
  context.fillStyle = PALE_INK
  context.font = font(13)
  context.fillText(subtitle, MARGIN, 54)
  let x = MARGIN
  for (const { name, text } of legend) {
    context.fillStyle = SERIES_COLORS[name].onPaper
    context.fillRect(x, 65, SWATCH, SWATCH)
    context.fillStyle = PALE_INK
    context.fillText(text, x + SWATCH + 6, 75)
    x += SWATCH + 6 + context.measureText(text).width + 20
  }
}

/** The chart as an image with title, period and legend, at twice the screen resolution. */
const drawChartImage = async (chart: SVGSVGElement, text: ChartImageText): Promise<Blob> => {
  const { width, height } = chart.getBoundingClientRect()
  const shapes = await loadImage(shapesOf(chart, width, height))
  const canvas = document.createElement('canvas')
  canvas.width = (width + 2 * MARGIN) * SCALE
  canvas.height = (height + HEAD + MARGIN) * SCALE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  context.scale(SCALE, SCALE)
  context.fillStyle = PAPER
  context.fillRect(0, 0, canvas.width, canvas.height)
  writeHead(context, text)
  context.drawImage(shapes, MARGIN, HEAD, width, height)
  writeWords(context, chart)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/png'),
  )
}

export const saveChartImage = async (
  holder: HTMLElement,
  fileName: string,
  text: ChartImageText,
): Promise<void> => {
  const chart = holder.querySelector<SVGSVGElement>('svg.recharts-surface')
  if (!chart) throw new Error('There is no picture to save')
  const address = URL.createObjectURL(await drawChartImage(chart, text))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
