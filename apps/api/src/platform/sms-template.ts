import type { Sms } from './sms-gateway.ts'

export type SmsBodyKind = 'json' | 'form'

/** Undefined for content types that values cannot be inserted into safely. */
export const bodyKindOf = (contentType: string): SmsBodyKind | undefined => {
  const [type = ''] = contentType.toLowerCase().split(';')
  if (/^application\/([\w.-]+\+)?json$/.test(type.trim())) return 'json'
  return type.trim() === 'application/x-www-form-urlencoded' ? 'form' : undefined
}

const ESCAPES: Record<SmsBodyKind, (value: string) => string> = {
  json: (value) => JSON.stringify(value).slice(1, -1),
  form: (value) => new URLSearchParams([['', value]]).toString().slice(1),
}

/** Replaces {to}, {text}, {sender} and {id} once; placeholders within values stay. */
export const fillInBody = (template: string, kind: SmsBodyKind, sms: Sms): string =>
  template.replace(/\{(to|text|sender|id)\}/g, (_, name: keyof Sms) => ESCAPES[kind](sms[name]))

const EXAMPLE: Sms = { id: '"1', to: '+971500000000', text: 'a "b" \\ \n', sender: 'Lab' }

export const templateProblem = (template: string, kind: SmsBodyKind): string | undefined => {
  if (!template.includes('{to}') || !template.includes('{text}')) return 'must contain {to} and {text}'
  if (kind === 'form') return undefined
  try {
    JSON.parse(fillInBody(template, kind, EXAMPLE))
    return undefined
  } catch {
    return 'must be JSON with the placeholders between quotation marks, like {"to":"{to}","text":"{text}"}'
  }
}
