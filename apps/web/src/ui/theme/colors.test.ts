import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const css = readFileSync(path.join(import.meta.dirname, 'colors.css'), 'utf8')

const paletteOf = (scheme: string): Map<string, string> => {
  const [, body = ''] = new RegExp(`scheme='${scheme}'\\] \\{([^}]*)\\}`).exec(css) ?? []
  return new Map(
    [...body.matchAll(/(--[\w-]+): (#[\da-f]+);/g)].map(([, name = '', color = '']) => [name, color]),
  )
}

type Channels = readonly [number, number, number]

const channelsOf = (hex: string): Channels => {
  const channel = (from: number) => parseInt(hex.slice(from, from + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

/** Composites a translucent color with its background. */
const blend = (hex: string, background: string): Channels => {
  const share = hex.length === 9 ? parseInt(hex.slice(7), 16) / 255 : 1
  const below = channelsOf(background)
  const mixed = channelsOf(hex).map((value, index) => value * share + (below[index] ?? 0) * (1 - share))
  return [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0]
}

const luminance = (channels: Channels): number => {
  const [red, green, blue] = channels.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** WCAG 2 contrast; `below` is under a translucent background. */
const contrast = (front: string, background: string, below: string = background): number => {
  const back = luminance(blend(background, below))
  const text = luminance(channelsOf(front))
  return (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05)
}

const SURFACES = ['--bench', '--sheet', '--floating'] as const

const TEXTS: Record<string, readonly string[]> = {
  '--ink': [
    ...SURFACES,
    '--neutral-soft',
    '--action-soft',
    '--warning-soft',
    '--negative-soft',
    '--eosin-soft',
  ],
  '--secondary': [...SURFACES, '--neutral-soft', '--action-soft', '--negative-soft', '--eosin-soft'],
  '--action': [...SURFACES, '--action-soft'],
  '--on-action': ['--action'],
  '--on-negative': ['--negative-text'],
  '--eosin': [...SURFACES, '--eosin-soft'],
  '--positive-text': [...SURFACES, '--positive-soft'],
  '--warning-text': [...SURFACES, '--warning-soft'],
  '--negative-text': [...SURFACES, '--negative-soft'],
}

/** Borders, filled buttons, focus rings and status dots, on every surface. */
const CONTROLS = [
  '--control-border',
  '--action',
  '--eosin',
  '--positive-text',
  '--warning-text',
  '--negative-text',
] as const

describe.each(['light', 'dark'])('the %s colors', (scheme) => {
  const palette = paletteOf(scheme)
  const ratio = (front: string, background: string, below?: string) =>
    contrast(colorOf(front), colorOf(background), below && colorOf(below))
  const colorOf = (name: string): string => {
    const color = palette.get(name)
    if (!color) throw new Error(`No color ${name} for ${scheme}`)
    return color
  }

  it.each(
    Object.entries(TEXTS).flatMap(([text, backgrounds]) =>
      backgrounds.map((background) => [text, background] as const),
    ),
  )('give %s on %s 4.5:1 [DESIGN-01]', (text, background) =>
    expect(ratio(text, background)).toBeGreaterThanOrEqual(4.5),
  )

  it.each(SURFACES)('give text on a hovered row of %s 4.5:1 [DESIGN-01]', (surface) => {
    for (const text of ['--ink', '--secondary', '--action'] as const)
      expect(ratio(text, '--hover', surface)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(CONTROLS.flatMap((control) => SURFACES.map((surface) => [control, surface] as const)))(
    'give the control color %s on %s 3:1 [DESIGN-01]',
    (control, surface) => expect(ratio(control, surface)).toBeGreaterThanOrEqual(3),
  )

  it('set sheets apart from the bench [DESIGN-01]', () => {
    expect(ratio('--sheet', '--bench')).toBeGreaterThanOrEqual(1.14)
    expect(ratio('--line', '--sheet')).toBeGreaterThanOrEqual(1.3)
  })
})
