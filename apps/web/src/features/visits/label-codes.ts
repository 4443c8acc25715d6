import { code128, drawingSVG, qrcode } from 'bwip-js/generic'

/** A printer of 203 dpi prints such a bar with two dots. */
const BAR_MM = 0.25
/** Longer or other texts make bars that scanners of the lab cannot read. */
const FITS = /^[\x20-\x7e]{1,18}$/

interface Picture {
  address: string
  widthMm: number
}

const pictureOf = (svg: string): Picture => {
  const bars = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1] ?? 0)
  const stretched = svg.replace('<svg ', '<svg preserveAspectRatio="none" ')
  return { address: `data:image/svg+xml;utf8,${encodeURIComponent(stretched)}`, widthMm: bars * BAR_MM }
}

/** The inbox reads the System ID; the order number is for analyzers, whose number it is. */
export const codesOf = (systemId: string, orderNumber: string | null) => {
  const onBars = orderNumber !== null && FITS.test(orderNumber) ? orderNumber : systemId
  return {
    square: pictureOf(qrcode<string>({ bcid: 'qrcode', text: systemId, scale: 1 }, drawingSVG())),
    bars: pictureOf(code128<string>({ bcid: 'code128', text: onBars, scale: 1, height: 10 }, drawingSVG())),
  }
}
