const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\E\\',
  '|': '\\F\\',
  '^': '\\S\\',
  '&': '\\T\\',
  '~': '\\R\\',
  '\n': '\\.br\\',
}

/** A text within a component: nothing in it ends a field or a message. */
export const escapeText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\\|^&~\n]/g, (sign) => ESCAPES[sign] ?? '')

/** A moment in UTC. */
export const hl7Moment = (moment: string | Date): string =>
  `${new Date(moment).toISOString().replace(/\D/g, '').slice(0, 14)}+0000`

export const hl7Day = (day: string): string => day.replaceAll('-', '')

/** A segment without empty fields at its end. */
export const segmentOf = (name: string, fields: Readonly<Record<number, string>>): string => {
  const last = Math.max(
    0,
    ...Object.keys(fields)
      .filter((position) => fields[Number(position)] !== '')
      .map(Number),
  )
  const written = Array.from({ length: last }, (_, index) => fields[index + 1] ?? '')
  return [name, ...written].join('|')
}
