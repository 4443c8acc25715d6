import { LANGUAGE_NAMES } from '@zelab/contract'
import type { ExportedSending } from './sending-export.repository.ts'

const inWords = (code: string) => code.replaceAll('-', ' ')
const minuteOf = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`

export const sendingAsJson = ({
  language,
  consents,
  delegates,
  deliveries,
  calls,
}: ExportedSending): object => ({
  language,
  consents: consents.map(({ patientId, ...consent }) => ({ ...consent, patientId: `ZL-${patientId}` })),
  guardiansAndDelegates: delegates,
  messages: deliveries,
  calls,
})

export const sendingAsLines = ({
  language,
  consents,
  delegates,
  deliveries,
  calls,
}: ExportedSending): string[] => [
  `Language of messages: ${LANGUAGE_NAMES[language]}`,
  '',
  consents.length === 0 ? 'No consent to messages was recorded.' : 'Consents to messages, oldest first:',
  ...consents.map(
    ({ channel, isGiven, recordedAt, recordedBy, wordingVersion }) =>
      `  ${minuteOf(recordedAt)}  ${channel} ${isGiven ? 'given' : 'withdrawn'}, recorded by ${recordedBy} (wording ${wordingVersion})`,
  ),
  '',
  delegates.length === 0
    ? 'No guardians or delegates were recorded.'
    : 'Guardians and delegates, oldest first:',
  ...delegates.map(
    ({ fullName, relation, kind, validFrom, validUntil, endedAt }) =>
      `  ${fullName}, ${inWords(relation)} (${kind}), from ${validFrom}${validUntil ? ` until ${validUntil}` : ''}${endedAt ? `, ended ${minuteOf(endedAt)}` : ''}`,
  ),
  '',
  deliveries.length === 0 ? 'No messages were sent.' : 'Messages about the reports, oldest first:',
  ...deliveries.flatMap(({ requestedAt, channel, contact, delegate, reportId, state, steps }) => [
    `  ${minuteOf(requestedAt)}  report ${reportId} by ${channel}${contact === null ? '' : ` to ${contact}`}${delegate === null ? '' : ` (${delegate})`}: ${inWords(state)}`,
    ...steps.map(({ at, kind }) => `    ${minuteOf(at)}  ${inWords(kind)}`),
  ]),
  ...(calls.length === 0 ? [] : ['', 'Calls about the reports, oldest first:']),
  ...calls.map(
    ({ calledAt, reportId, delegate, calledBy, outcome, note }) =>
      `  ${minuteOf(calledAt)}  report ${reportId}${delegate === null ? '' : ` (${delegate})`}, called by ${calledBy}: ${inWords(outcome)}${note === null ? '' : `, ${note}`}`,
  ),
]
