// Our own copies of the flags: the phone library would fetch them from the internet. Only their addresses are
// in the bundle; a flag is fetched when it is shown.
const files = import.meta.glob<string>('../../../../node_modules/country-flag-icons/3x2/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

const flags = new Map(
  Object.entries(files).map(([path, address]) => [path.slice(-6, -4).toLowerCase(), address] as const),
)

/** Address of a country's flag, or undefined for a country without one. */
export const flagOf = (iso2: string): string | undefined => flags.get(iso2)
