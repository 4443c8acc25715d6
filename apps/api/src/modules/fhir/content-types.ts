export const FHIR_JSON = 'application/fhir+json'
const JSON_NAMES = new Set([FHIR_JSON, 'application/json', 'json', 'text/json', 'application/fhir json'])

interface Range {
  name: string
  quality: number
}

const rangesOf = (accept: string | undefined): Range[] =>
  (accept?.trim() ? accept : '*/*').split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const quality = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
    return { name, quality: Number.isNaN(quality) ? 0 : quality }
  })

/** The most specific range decides. */
const qualityOf = (ranges: Range[], mediaType: string): number => {
  const family = `${mediaType.split('/')[0]}/*`
  for (const name of [mediaType, family, '*/*']) {
    const found = ranges.find((range) => range.name === name)
    if (found) return found.quality
  }
  return 0
}

/** True if the client takes FHIR as JSON. `_format` overrides the header. */
export const acceptsJson = (accept: string | undefined, format: unknown): boolean => {
  if (format !== undefined) return typeof format === 'string' && JSON_NAMES.has(format.trim().toLowerCase())
  const ranges = rangesOf(accept)
  return [...JSON_NAMES].some((name) => name.includes('/') && qualityOf(ranges, name) > 0)
}

const isOfBytes = ({ name }: Range) => name === 'application/octet-stream'

/** The form of a file that the client prefers; undefined if it accepts neither. */
export const formOfFile = (
  accept: string | undefined,
  format: unknown,
  mediaType: string,
): 'file' | 'resource' | undefined => {
  if (format !== undefined) {
    if (acceptsJson(undefined, format)) return 'resource'
    return format === mediaType ? 'file' : undefined
  }
  const ranges = rangesOf(accept)
  const isNamed = ranges.some(({ name }) => JSON_NAMES.has(name))
  const ofResource = isNamed && acceptsJson(accept, undefined)
  const ofFile = Math.max(
    qualityOf(ranges, mediaType),
    ...ranges.filter(isOfBytes).map(({ quality }) => quality),
  )
  const json = Math.max(qualityOf(ranges, FHIR_JSON), qualityOf(ranges, 'application/json'))
  if (
    ofResource &&
    (ofFile === 0 || json > ofFile || !ranges.some((range) => range.name === mediaType || isOfBytes(range)))
  )
    return 'resource'
  return ofFile > 0 ? 'file' : undefined
}
