import { Button } from '@mantine/core'
import type { DeliveryChannel, Language, SendOptions } from '@zelab/contract'
import { LANGUAGES } from '@zelab/contract/limits'
import type { SubmitEvent } from 'react'
import { useId, useState } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { useHandOver, useSendReport, useUpdatePatientDelivery } from '../../../lib/queries/deliveries.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TickField } from '../../../ui/form/tick-field.tsx'
import type { HandOverAnswer } from './hand-over.tsx'
import classes from './send-dialog.module.css'
import * as texts from './texts.ts'
import * as words from '../texts.ts'

interface SendFormProps {
  reportId: number
  options: SendOptions
  onHandedOver: (made: HandOverAnswer) => void
  onClose: () => void
}

const CHANNELS = ['email', 'whatsapp', 'slip', 'copy'] as const

/** The contact behind a channel; undefined for what is handed over in person. */
const contactOf = (options: SendOptions, channel: DeliveryChannel) =>
  channel === 'email' || channel === 'whatsapp' ? options[channel] : undefined

/** A missing consent can be given here; every other reason is final. */
const refusalOf = (options: SendOptions, channel: DeliveryChannel) => {
  const contact = contactOf(options, channel)
  return contact?.refusal === 'NO_CONSENT' ? undefined : (contact?.refusalText ?? undefined)
}

const canReceiveCode = ({ email }: SendOptions) => email.contact !== null && email.hasConsent

const firstPossible = (options: SendOptions): DeliveryChannel =>
  CHANNELS.find((channel) => !contactOf(options, channel)?.refusal) ??
  CHANNELS.find((channel) => !refusalOf(options, channel)) ??
  'slip'

export function SendForm({ reportId, options, onHandedOver, onClose }: SendFormProps) {
  const name = useId()
  const [language, setLanguage] = useState<Language>(options.language)
  const [channel, setChannel] = useState<DeliveryChannel>(() => firstPossible(options))
  const [hasAgreed, setHasAgreed] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const sending = useSending(reportId, options, { onHandedOver, onClose })

  const contact = contactOf(options, channel)
  const refusal = refusalOf(options, channel)
  const needsConsent = contact !== undefined && !contact.hasConsent
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    if (needsConsent && !hasAgreed) return setIsAsked(true)
    void sending.send({ channel, language, hasAgreed: needsConsent })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {sending.failure && (
        <Notice tone="negative" role="alert" title={texts.sendFailed}>
          {sending.failure}
        </Notice>
      )}
      <fieldset className={classes.choices}>
        <legend>{texts.how}</legend>
        {CHANNELS.map((one) => (
          <TickField
            key={one}
            type="radio"
            name={`${name}-channel`}
            checked={channel === one}
            data-autofocus={channel === one || undefined}
            onChange={() => {
              setChannel(one)
              setHasAgreed(false)
              setIsAsked(false)
            }}
            label={words.HOW[one]}
            description={<ChannelHint channel={one} options={options} />}
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
          {needsConsent && (channel === 'email' || channel === 'whatsapp') && (
            <TickField
              checked={hasAgreed}
              onChange={(event) => setHasAgreed(event.currentTarget.checked)}
              label={words.CONSENT[channel]}
              error={isAsked && !hasAgreed && texts.consentNeeded}
            />
          )}
        </>
      )}
      <fieldset className={classes.languages}>
        <legend>{texts.language}</legend>
        {LANGUAGES.map((one) => (
          <TickField
            key={one}
            type="radio"
            name={`${name}-language`}
            checked={language === one}
            onChange={() => setLanguage(one)}
            label={words.LANGUAGES[one]}
          />
        ))}
      </fieldset>
      <ExactText options={options} language={language} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} disabled={sending.isPending}>
          {words.cancel}
        </Button>
        <SubmitButton
          isPending={sending.isPending}
          pendingLabel={words.sending}
          disabled={refusal !== undefined}
        >
          {texts.SUBMIT[channel]}
        </SubmitButton>
      </div>
    </form>
  )
}

function ChannelHint({ channel, options }: { channel: DeliveryChannel; options: SendOptions }) {
  const contact = contactOf(options, channel)
  if (contact) return contact.contact ? <bdi dir="ltr">{contact.contact}</bdi> : texts.noEmail
  return channel === 'slip' ? texts.slipHint : texts.copyHint
}

/** What the patient will read, word for word, with the link that is made on sending. */
function ExactText({ options, language }: { options: SendOptions; language: Language }) {
  return (
    <div className={classes.message}>
      <p className={classes.messageTitle}>{texts.exactText}</p>
      <p className={classes.messageText} lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
        {options.texts[language]}
      </p>
      <p className={classes.hint}>
        {texts.opensWithBirthday} {options.isSensitive && texts.needsCode(canReceiveCode(options))}
      </p>
    </div>
  )
}

interface Choice {
  channel: DeliveryChannel
  language: Language
  /** The patient has just agreed to this channel. */
  hasAgreed: boolean
}

/** Records the consent that was just given, then sends, or makes the link to hand over. */
const useSending = (
  reportId: number,
  options: SendOptions,
  { onHandedOver, onClose }: Pick<SendFormProps, 'onHandedOver' | 'onClose'>,
) => {
  const consent = useUpdatePatientDelivery(options.patient.id)
  const send = useSendReport(reportId)
  const handOver = useHandOver(reportId)
  const [failure, setFailure] = useState<string>()

  const attempt = async ({ channel, language, hasAgreed }: Choice) => {
    if (hasAgreed)
      // This consent alone: another user may have changed the rest meanwhile.
      await consent.mutateAsync({ consents: { [channel]: true } })
    if (channel === 'email') {
      await send.mutateAsync(language)
      toastSuccess(words.emailQueued)
      onClose()
    } else onHandedOver((await handOver.mutateAsync({ channel, language })).data)
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
