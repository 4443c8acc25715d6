import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const SOURCES = path.resolve(import.meta.dirname, '../..')

const filesOf = (ending: RegExp) =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.includes('.test.'))
    .map((name) => ({ name, text: readFileSync(path.join(SOURCES, name), 'utf8') }))

const withoutComments = (css: string) => css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
const styleSheets = filesOf(/[.]css$/).map(({ name, text }) => ({ name, text: withoutComments(text) }))

/** Print and the viewer use other sizes. */
const screenSheets = styleSheets.filter(
  ({ name }) => !/^viewer|print([.]module)?[.]css$|tokens[.]css$|colors[.]css$/.test(name),
)

/** The headline of the landing page, and a label hidden on narrow phones. */
const OTHER_TEXT_SIZES = ['clamp(2.125rem, 4.2vw, 3.125rem)', '0']

const SPACES = new Set([0, 0.0625, 0.125, 0.25, 0.5, 0.75, 1, 1.5, 2.5])

interface Declaration {
  place: string
  property: string
  value: string
}

/** `place` is the file and selector for failure messages. */
const rules = screenSheets.flatMap(({ name, text }) =>
  [...text.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    place: `${name} ${selector.trim()}`,
    declarations: body
      .split(';')
      .filter((line) => line.includes(':'))
      .map((line): Omit<Declaration, 'place'> => {
        const colon = line.indexOf(':')
        return { property: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }
      }),
  })),
)

const declarations: Declaration[] = rules.flatMap(({ place, declarations: own }) =>
  own.map((declaration) => ({ place, ...declaration })),
)

const valuesOf = (property: RegExp) => declarations.filter((one) => property.test(one.property))

/** Variables of Mantine's components and theme. */
const MANTINE = /^--(mantine|input|mb)-/

describe('the style sheets', () => {
  it('use only variables that exist [DESIGN-02]', () => {
    const known = new Set<string>()
    const sources = filesOf(/[.](tsx?|svg)$/)
    for (const { text } of [...styleSheets, ...sources])
      for (const [, name = ''] of text.matchAll(/(--[\w-]+)['"]?\]?[,:]/g)) known.add(name)
    const unknown = [...styleSheets, ...sources].flatMap(({ name, text }) =>
      [...text.matchAll(/var\((--[\w-]+)/g)]
        .map(([, variable = '']) => variable)
        .filter((variable) => !MANTINE.test(variable) && !known.has(variable))
        .map((variable) => `${name} ${variable}`),
    )
    expect(unknown).toEqual([])
  })

  it('use six sizes of text [DESIGN-02]', () =>
    expect(
      valuesOf(/^font-size$/).filter(
        ({ value }) =>
          !/^(var\(--text-(12|13|14|16|20|28)\)( !important)?|inherit)$/.test(value) &&
          !OTHER_TEXT_SIZES.includes(value),
      ),
    ).toEqual([]))

  it('give every other size than that of the body its line [DESIGN-02]', () => {
    const wrong = rules.filter(({ declarations: own }) => {
      const size = own.find(({ property }) => property === 'font-size')?.value
      const number = /^var\(--text-(12|16|20|28)\)$/.exec(size ?? '')?.[1]
      return (
        number &&
        !own.some(({ property, value }) => property === 'line-height' && value === `var(--leading-${number})`)
      )
    })
    expect(wrong.map(({ place }) => place)).toEqual([])
  })

  it('round controls by 6 px and sheets by 10 px [DESIGN-02]', () =>
    expect(
      valuesOf(/^border(-\w+)*-radius$/).filter(
        ({ place, value }) =>
          !/^(var\(--radius(-sheet)?\)|0|2px|50%|999px|inherit|var\(--stain\))( 0)*$/.test(value) &&
          !place.includes('landing-samples'),
      ),
    ).toEqual([]))

  it('use one scale of spaces [DESIGN-02]', () =>
    expect(
      valuesOf(/^((row|column)-)?gap$|^(padding|margin)(-|$)/).filter(({ value }) =>
        [...value.matchAll(/(?<![\w.])-?([\d.]+)rem/g)].some(([, size]) => !SPACES.has(Number(size))),
      ),
    ).toEqual([]))

  it('take colors from the tokens [DESIGN-02]', () =>
    expect(
      declarations.filter(
        ({ place, value }) =>
          /#[\da-f]{3,8}\b|\brgba?\(/i.test(value) &&
          // QR codes are dark on white; flags, pictures and charts have their own colors.
          !/second-factor|country-picker|landing-samples|charts[.]css/.test(place),
      ),
    ).toEqual([]))

  it('turn every icon with a direction in pages from right to left [ACCESS-08]', () => {
    const hasDirection = /Left|Right|External|Forward|Import|List|Login|Logout|Send|Sidebar/
    const used = filesOf(/[.]tsx?$/).flatMap(({ text }) => text.match(/\bIcon[A-Z]\w+/g) ?? [])
    const classOf = (icon: string) =>
      icon.replace(/^Icon/, 'tabler-icon').replaceAll(/[A-Z]|\d+/g, (sign) => `-${sign.toLowerCase()}`)
    const turned = rules.find(({ place }) => /\[dir='rtl'\]\s+:is\(\s*[.]tabler-icon/.test(place))
    expect(turned?.declarations).toEqual([{ property: 'scale', value: '-1 1' }])
    expect(turned?.place.match(/tabler-icon[\w-]+/g)?.sort()).toEqual(
      [...new Set(used.filter((icon) => hasDirection.test(icon)).map(classOf))].sort(),
    )
  })
})
