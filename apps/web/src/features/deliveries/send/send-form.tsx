import { Box, Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core'
import type { ConsentChannel, LinkChannel, Language, SendOptions } from '@zelab/contract'
import { CONSENT_CHANNELS, LANGUAGES } from '@zelab/contract/limits'
import { smsSegments } from '@zelab/contract/deliveries/sms-segments'
import type { SubmitEvent } from 'react'
import { useId, useState } from 'react'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import { ContactText, MessageText } from '../../../ui/display/contact-links.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useUpdatePatientDelivery } from '../queries.ts'
import { DialogActions } from '../../../ui/feedback/dialog-actions.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import type { HandOverAnswer } from './slip.tsx'
import * as texts from './texts.ts'
import * as words from '../texts.ts'
import * as shared from '../../../ui/texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'

interface SendFormProps {
  reportId: number
  options: SendOptions
  onChange: () => void
  onHandedOver: (made: HandOverAnswer) => void
  onClose: () => void
}

type Recipient = Pick<SendOptions, 'language' | 'email' | 'sms' | 'whatsapp'>

/** SMS needs a configured gateway. */
const channelsOf = ({ sms }: SendOptions) =>
  (['email', 'sms', 'whatsapp', 'slip', 'copy'] as const).filter(
    (channel) => channel !== 'sms' || sms.refusal !== 'SMS_NOT_SET_UP',
  )

const isContacted = (channel: LinkChannel): channel is ConsentChannel =>
  CONSENT_CHANNELS.some((one) => one === channel)

/** The contact of a channel; undefined for links that are handed over in person. */
const contactOf = (recipient: Recipient, channel: LinkChannel) =>
  isContacted(channel) ? recipient[channel] : undefined

/** A missing consent can be given here; other refusals are final. */
const refusalOf = (recipient: Recipient, channel: LinkChannel) => {
  const contact = contactOf(recipient, channel)
  return contact?.refusal === 'NO_CONSENT' ? undefined : (contact?.refusalText ?? undefined)
}

const canReceiveCode = ({ email, sms }: Recipient) =>
  [email, sms].some(
    ({ contact, hasConsent, refusal }) => contact !== null && hasConsent && refusal !== 'SMS_NOT_SET_UP',
  )

const firstPossible = (recipient: Recipient, channels: readonly LinkChannel[]): LinkChannel =>
  channels.find((channel) => !contactOf(recipient, channel)?.refusal) ??
  channels.find((channel) => !refusalOf(recipient, channel)) ??
  'slip'

export function SendForm({ reportId, options, onChange, onHandedOver, onClose }: SendFormProps) {
  const name = useId()
  const channels = channelsOf(options)
  const [delegateId, setDelegateId] = useState<number>()
  const recipient: Recipient = options.delegates.find(({ id }) => id === delegateId) ?? options
  const [language, setLanguage] = useState<Language>(options.language)
  const [channel, setChannel] = useState<LinkChannel>(() => firstPossible(options, channels))
  const [hasAgreed, setHasAgreed] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const sending = useSending(reportId, options, { onHandedOver, onClose })

  const contact = contactOf(recipient, channel)
  const refusal = refusalOf(recipient, channel)
  const needsConsent = contact !== undefined && !contact.hasConsent
  const chooseChannel = (next: LinkChannel) => {
    setChannel(next)
    setHasAgreed(false)
    setIsAsked(false)
  }
  const chooseRecipient = (id: number | undefined, next: Recipient) => {
    setDelegateId(id)
    setLanguage(next.language)
    chooseChannel(firstPossible(next, channels))
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    if (needsConsent && !hasAgreed) return setIsAsked(true)
    void sending.send({ channel, language, delegateId, hasAgreed: needsConsent })
  }
  return (
    <form onChange={onChange} onSubmit={submit} noValidate>
      <Stack mt="md">
        {sending.failure && (
          <Notice tone="negative" role="alert" title={texts.sendFailed}>
            {sending.failure}
          </Notice>
        )}
        {options.hold && (
          <Notice tone="warning" title={texts.HELD[options.hold].title}>
            {channel === 'email' || channel === 'sms'
              ? texts.HELD[options.hold].linkWaits
              : options.hold === 'suspended'
                ? texts.cannotHandOver
                : texts.linkOpens}
          </Notice>
        )}
        {options.delegates.length > 0 && (
          <fieldset>
            <legend>{texts.sendTo}</legend>
            <Radio
              name={`${name}-recipient`}
              checked={delegateId === undefined}
              onChange={() => chooseRecipient(undefined, options)}
              label={texts.thePatient}
            />
            {options.delegates.map((delegate) => (
              <Radio
                key={delegate.id}
                name={`${name}-recipient`}
                checked={delegateId === delegate.id}
                onChange={() => chooseRecipient(delegate.id, delegate)}
                label={words.personWithRelation(delegate.fullName, delegate.relation)}
              />
            ))}
          </fieldset>
        )}
        <fieldset>
          <legend>{texts.how}</legend>
          {channels.map((one) => (
            <Radio
              key={one}
              name={`${name}-channel`}
              checked={channel === one}
              data-autofocus={channel === one || undefined}
              onChange={() => chooseChannel(one)}
              label={words.HOW[one]}
              description={<ChannelHint channel={one} recipient={recipient} />}
            />
          ))}
        </fieldset>
        {refusal ? (
          <Notice tone="warning" title={texts.cannotSend}>
            {refusal}
          </Notice>
        ) : (
          <>
            {contact?.isShared && <Notice tone="warning" title={texts.sharedContact} />}
            {needsConsent && isContacted(channel) && (
              <Checkbox
                checked={hasAgreed}
                onChange={(event) => setHasAgreed(event.currentTarget.checked)}
                label={words.CONSENT[channel]}
                error={isAsked && !hasAgreed && texts.consentNeeded}
                aria-invalid={isAsked && !hasAgreed}
              />
            )}
          </>
        )}
        <fieldset>
          <legend>{texts.language}</legend>
          <Group gap="lg">
            {LANGUAGES.map((one) => (
              <Radio
                key={one}
                name={`${name}-language`}
                checked={language === one}
                onChange={() => setLanguage(one)}
                label={LANGUAGE_NAMES[one]}
              />
            ))}
          </Group>
        </fieldset>
        <ExactText options={options} recipient={recipient} language={language} channel={channel} />
        <DialogActions>
          <Button variant="default" onClick={onClose} disabled={sending.isPending}>
            {shared.cancel}
          </Button>
          <SubmitButton
            isPending={sending.isPending}
            pendingLabel={words.sending}
            disabled={refusal !== undefined}
          >
            {texts.SUBMIT[channel]}
          </SubmitButton>
        </DialogActions>
      </Stack>
    </form>
  )
}

function ChannelHint({ channel, recipient }: { channel: LinkChannel; recipient: Recipient }) {
  const contact = contactOf(recipient, channel)
  if (contact?.contact) return <ContactText contact={contact.contact} />
  if (contact) return texts.NO_CONTACT[channel === 'email' ? 'email' : 'phone']
  return channel === 'slip' ? texts.slipHint : texts.copyHint
}

/** The ellipsis stands for the link's token of 22 characters. */
const segmentsOf = (text: string) => smsSegments(text.replace('…', 'x'.repeat(22))).segments

/** The exact text of the message; the link is created on sending. */
function ExactText({
  options,
  recipient,
  language,
  channel,
}: {
  options: SendOptions
  recipient: Recipient
  language: Language
  channel: LinkChannel
}) {
  return (
    <Box px="sm" pt="xs" pb="sm" bg="var(--bench)" bdrs="sm">
      <Group component="p" mih="var(--control-small)" fw={600}>
        {texts.exactText}
        {channel === 'sms' && ` · ${texts.smsParts(segmentsOf(options.texts[language]))}`}
      </Group>
      <MessageText text={options.texts[language]} language={language} />
      <Text c="dimmed" size="sm" mt="xs">
        {texts.opensWithBirthday} {options.isSensitive && texts.needsCode(canReceiveCode(recipient))}
      </Text>
    </Box>
  )
}

interface Choice {
  channel: LinkChannel
  language: Language
  delegateId: number | undefined
  /** The user recorded the patient's consent to this channel. */
  hasAgreed: boolean
}

const useSending = (
  reportId: number,
  options: SendOptions,
  { onHandedOver, onClose }: Pick<SendFormProps, 'onHandedOver' | 'onClose'>,
) => {
  const consent = useUpdatePatientDelivery(options.patient.id)
  const send = useEndpoint(api.deliveries.send, { id: reportId })
  const handOver = useEndpoint(api.deliveries.handOver, { id: reportId })
  const [failure, setFailure] = useState<string>()

  const attempt = async ({ channel, language, delegateId, hasAgreed }: Choice) => {
    if (hasAgreed)
      // Sends this consent only, because another user may have changed the others.
      await consent.mutateAsync({ consents: { [channel]: true } })
    const to = { language, ...(delegateId !== undefined && { delegateId }) }
    if (channel === 'email' || channel === 'sms') {
      const { data } = await send.mutateAsync({ channel, ...to })
      toastSuccess(data.hold ? words.messageHeld : words.messageQueued)
      onClose()
    } else onHandedOver((await handOver.mutateAsync({ channel, ...to })).data)
  }
  return {
    failure,
    isPending: consent.isPending || send.isPending || handOver.isPending,
    send: async (choice: Choice) => {
      setFailure(undefined)
      await attempt(choice).catch((error: unknown) => setFailure(messageOf(error, texts.sendFailed)))
    },
  }
}
