import type { Language } from '../limits.ts'

/** The texts that patients receive. They name no person, test or result (DELIV-03). */

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ar: 'Arabic' }

/** `report` and `renewal` carry a first or a new link. */
export const TEMPLATE_PURPOSES = ['report', 'renewal', 'amended', 'withdrawn', 'sent-in-error'] as const
export type TemplatePurpose = (typeof TEMPLATE_PURPOSES)[number]

/** `contact-lab` is sent while the link is held; labs do not write it themselves. */
export const DELIVERY_PURPOSES = [...TEMPLATE_PURPOSES, 'contact-lab'] as const
export type DeliveryPurpose = (typeof DELIVERY_PURPOSES)[number]

export const MESSAGE_VERSION = 3

export interface MessageParts {
  lab: string
  phone: string | null
  link: string
  until: string
}

const withLink =
  (sentence: string, until: string) =>
  ({ lab, phone, link, until: day }: MessageParts) =>
    [`${lab}: ${sentence} ${link}`, `${until} ${day}.`, phone].filter(Boolean).join(' ')

const withoutLink =
  (sentence: string, call: string) =>
  ({ lab, phone }: MessageParts) =>
    [`${lab}: ${sentence}`, phone && `${call} ${phone}`].filter(Boolean).join(' ')

const TEXTS: Record<Language, Record<DeliveryPurpose, (parts: MessageParts) => string>> = {
  en: {
    report: withLink('a document is ready.', 'Until'),
    renewal: withLink('here is your new link.', 'Until'),
    amended: withLink('a document was corrected.', 'Until'),
    withdrawn: withoutLink('a document was withdrawn. Please do not rely on it.', 'Call'),
    'sent-in-error': withoutLink('a document was sent to you in error. Please delete it.', 'Call'),
    'contact-lab': withoutLink('Your report is ready. Please contact the lab.', 'Call'),
  },
  ar: {
    report: withLink('المستند جاهز.', 'الرابط صالح حتى'),
    renewal: withLink('إليكم رابط جديد.', 'الرابط صالح حتى'),
    amended: withLink('صُحّح مستند.', 'الرابط صالح حتى'),
    withdrawn: withoutLink('أُلغي مستند. يرجى عدم الاعتماد عليه.', 'للاستفسار'),
    'sent-in-error': withoutLink('أُرسل إليكم مستند بالخطأ. يرجى حذفه.', 'للاستفسار'),
    'contact-lab': withoutLink('تقريركم جاهز. يرجى التواصل مع المختبر.', 'للاستفسار'),
  },
}

export const hasLink = (purpose: DeliveryPurpose): boolean =>
  purpose === 'report' || purpose === 'renewal' || purpose === 'amended'

/** Fills in a lab's template. Omitted parts leave no double space. */
const filledIn = (template: string, { lab, phone, link, until }: MessageParts): string => {
  const values: Record<string, string> = { lab, link, until, phone: phone ?? '' }
  return template
    .replace(
      /\{(\w+)\}/g,
      (part, name: string) => (Object.hasOwn(values, name) ? values[name] : part) ?? part,
    )
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Keeps a phone number's digits in order, and its plus in front, within Arabic text. */
const LEFT_TO_RIGHT_MARK = '\u200e'
const RIGHT_TO_LEFT_MARK = '\u200f'

/** The first letter; a part of a template is none. */
const BEGINS_WITH_LATIN = /^[^\p{L}{]*\p{Script=Latin}/u

/** Phones and mail programs take the direction of a text from its first letter, which may be that of a Latin name. */
export const withDirection = (language: Language, text: string): string =>
  language === 'ar' && BEGINS_WITH_LATIN.test(text) ? RIGHT_TO_LEFT_MARK + text : text

const withMarks = (language: Language, { phone, ...parts }: MessageParts): MessageParts => {
  const isNumber = phone !== null && /^[+(\d]/.test(phone)
  return { ...parts, phone: language === 'ar' && isNumber ? LEFT_TO_RIGHT_MARK + phone : phone }
}

const VISIT_LINK_SENTENCES: Record<
  Language,
  { expected: (by: string) => string; unknown: string; ready: string }
> = {
  en: {
    expected: (by) => `your document is expected by ${by}. It opens here:`,
    unknown: 'your document opens here as soon as it is ready:',
    ready: 'a document is ready for you. It opens here:',
  },
  ar: {
    expected: (by) => `يُتوقع أن يكون المستند جاهزًا بحلول ${by}. سيُفتح هنا:`,
    unknown: 'سيُفتح المستند هنا فور جاهزيته:',
    ready: 'لديكم مستند جاهز. يُفتح هنا:',
  },
}

/** Goes with the link to a visit. @param expected day and time, or null if not known */
export const visitLinkText = (
  language: Language,
  parts: MessageParts & { expected: string | null; isReady: boolean },
): string => {
  const sentences = VISIT_LINK_SENTENCES[language]
  const waiting = parts.expected === null ? sentences.unknown : sentences.expected(parts.expected)
  const sentence = parts.isReady ? sentences.ready : waiting
  const until = language === 'ar' ? 'الرابط صالح حتى' : 'Until'
  return withDirection(language, withLink(sentence, until)(withMarks(language, parts)))
}

export const messageText = (
  {
    language,
    purpose,
    template,
  }: { language: Language; purpose: DeliveryPurpose; template: string | undefined },
  parts: MessageParts,
): string => {
  const shown = withMarks(language, parts)
  return withDirection(
    language,
    template === undefined ? TEXTS[language][purpose](shown) : filledIn(template, shown),
  )
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a format takes longer than using it a hundred times. */
const dayFormatOf = (
  language: Language,
  timeZone: string | undefined,
  hasYear: boolean,
): Intl.DateTimeFormat => {
  const key = `${language} ${hasYear} ${timeZone ?? ''}`
  const known = dayFormats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn-ca-gregory' : 'en-US', {
    day: 'numeric',
    month: 'long',
    ...(hasYear && { year: 'numeric' }),
    timeZone,
  })
  dayFormats.set(key, format)
  return format
}

/** Browsers break right-to-left lines between day and month, which is hard to read. */
export const unbroken = (language: Language, date: string): string =>
  language === 'ar' ? date.replaceAll(' ', '\u00a0') : date

export const shownDay = (language: Language, instant: string, timeZone?: string): string =>
  unbroken(language, dayFormatOf(language, timeZone, true).format(new Date(instant)))

/** Day and time of day. */
export const shownMoment = (language: Language, instant: string, timeZone?: string): string =>
  unbroken(
    language,
    new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn-ca-gregory' : 'en-US', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone,
    }).format(new Date(instant)),
  )

/** The last day of a link in a message. Arabic SMS are short, and a link works for at most `LINK_DAYS.max`. */
export const shownLastDay = (language: Language, instant: string, timeZone?: string): string =>
  unbroken(language, dayFormatOf(language, timeZone, language !== 'ar').format(new Date(instant)))
