import { layOut } from '../../../../core/public-page/layout.ts'
import { html, type Html } from '../../../../platform/html.ts'
import type { Link } from '../links.repository.ts'
import { buttonForm, callSentence, type PageContext } from './page-context.ts'

/** At least one minute. Rounds first, because the database returns fractions. */
const minutesOf = (seconds: number) => Math.max(1, Math.ceil(Math.round(seconds) / 60))

const messagePage = (
  context: PageContext,
  { title, text, further, isCall = false }: { title: string; text: string; further?: Html; isCall?: boolean },
): string =>
  layOut(context, {
    title,
    hasPhone: isCall,
    content: html`<section class="card">
      ${context.lab ? html`<h2>${title}</h2>` : html`<h1>${title}</h1>`}
      <p>${text}</p>
      ${isCall && callSentence(context)}${further}
    </section>`,
  })

/** The same page for every invalid token. */
export const unknownPage = (context: PageContext): string =>
  messagePage(context, { title: context.texts.unknownTitle, text: context.texts.unknown })

const renewForm = (context: PageContext) =>
  buttonForm(context, { action: context.linkHref('/renew'), label: context.texts.renew })

export const lockedPage = (context: PageContext, { lockedSeconds }: Pick<Link, 'lockedSeconds'>): string =>
  messagePage(context, {
    title: context.texts.lockedTitle,
    text: context.texts.locked(minutesOf(lockedSeconds ?? 0)),
    further: renewForm(context),
  })

export const endedPage = (context: PageContext): string =>
  messagePage(context, {
    title: context.texts.endedTitle,
    text: context.texts.ended,
    further: renewForm(context),
  })

export const endedByStaffPage = (context: PageContext): string =>
  messagePage(context, {
    title: context.texts.endedTitle,
    text: context.texts.endedByLab,
    isCall: true,
  })

export const expiredPage = (context: PageContext, { isRenewable }: { isRenewable: boolean }): string => {
  const { expiredTitle: title, ended, expired } = context.texts
  return messagePage(context, {
    title,
    text: isRenewable ? ended : expired,
    isCall: true,
    ...(isRenewable && { further: renewForm(context) }),
  })
}

export const replacedPage = (context: PageContext): string =>
  messagePage(context, { title: context.texts.endedTitle, text: context.texts.replaced })

export const renewedPage = (context: PageContext): string =>
  messagePage(context, { title: context.texts.renewedTitle, text: context.texts.renewed })

export const withdrawnPage = (context: PageContext): string =>
  messagePage(context, {
    title: context.texts.withdrawnTitle,
    text: context.texts.withdrawn,
    isCall: true,
  })

/** Asks to contact the lab already, so only a phone number is added. */
export const heldPage = (context: PageContext, why: 'held' | 'suspended', further?: Html): string =>
  messagePage(context, {
    title: context.texts.document,
    text: context.texts[why],
    isCall: Boolean(context.lab?.phone),
    ...(further && { further }),
  })

/** Says nothing about the tests: no date of birth was entered. */
export const expectedPage = (
  context: PageContext,
  { at, isLate }: { at: string | null; isLate: boolean },
): string => {
  const { texts, shownTime } = context
  const by = at !== null && !isLate && texts.expectedBy(shownTime(at))
  return messagePage(context, {
    title: texts.expectedTitle,
    text: by || (isLate ? texts.expectedLate : texts.expectedUnknown),
    further: html`<p class="soft">${texts.expectedHint}</p>`,
    isCall: isLate,
  })
}

export const failurePage = (
  context: PageContext,
  status: number,
  retryAfterSeconds: number | undefined,
): string => {
  const { texts, href } = context
  const again = html`<a class="button" href="${href()}">${texts.openAgain}</a>`
  if (status === 403)
    return messagePage(context, { title: texts.foreignTitle, text: texts.foreign, further: again })
  if (status === 429)
    return messagePage(context, {
      title: texts.tooManyTitle,
      text: texts.tooMany(minutesOf(retryAfterSeconds ?? 0)),
    })
  if (status >= 500 || status === 408)
    return messagePage(context, { title: texts.unavailableTitle, text: texts.unavailable, further: again })
  return messagePage(context, { title: texts.unreadableTitle, text: texts.unreadable, further: again })
}
