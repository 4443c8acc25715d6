import { Button, Group, NativeSelect, Paper, SimpleGrid, Stack, Textarea, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Lab, LabDeliverySettings, MessageTemplate, Saved } from '@zelab/contract'
import { TEMPLATE_PURPOSES, smsSegments } from '@zelab/contract'
import { LANGUAGES, MESSAGE_TEMPLATE_LENGTH } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import { useId, useRef } from 'react'
import { useController, useForm, useWatch } from 'react-hook-form'
import { MessageText } from '../../../ui/display/contact-links.tsx'
import { Hint } from '../../../ui/display/inline.tsx'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import { Fetched } from '../../../ui/list/fetched.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { DialogActions } from '../../../ui/feedback/dialog-actions.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import * as words from '../../../ui/texts.ts'
import type { LabSettingsDialogProps } from '../../../entities/lab/lab-settings-card.tsx'
import { builtInText, ownText, partsOf, previewOf, textProblem, type MessageKind } from './message-text.ts'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'
import { pageApi } from '../../../lib/page-api.ts'
import { endpointMutation } from '../../../lib/endpoint-mutation.ts'

type DialogProps = LabSettingsDialogProps<LabDeliverySettings>

export function MessageTextsDialog({ labId, settings: { linkDays }, onClose }: DialogProps) {
  const stored = useQuery(
    endpointQuery(pageApi.messageTemplates.getMessageTemplates, { params: { id: labId } }),
  )
  const overview = useQuery(endpointQuery(api.labs.getOverview, { params: { id: labId } }))
  return (
    <FormModal opened onClose={onClose} title={texts.messageTexts} size="36rem">
      <Fetched query={stored}>
        {(templates) => (
          <Fetched query={overview}>
            {({ lab }) => (
              <MessageTextsForm
                labId={labId}
                stored={templates}
                lab={lab}
                linkDays={linkDays}
                onClose={onClose}
              />
            )}
          </Fetched>
        )}
      </Fetched>
    </FormModal>
  )
}

const keyOf = ({ language, purpose }: MessageKind) => `${language} ${purpose}`

const KINDS: readonly MessageKind[] = LANGUAGES.flatMap((language) =>
  TEMPLATE_PURPOSES.map((purpose) => ({ language, purpose })),
)

interface MessageTextsFormProps {
  labId: number
  stored: Saved<{ data: readonly MessageTemplate[]; exampleLink: string }>
  lab: Pick<Lab, 'name' | 'phone'>
  linkDays: number
  onClose: () => void
}

/** A field for each message and language; one is shown and saved at a time. */
function MessageTextsForm({ labId, stored, lab, linkDays, onClose }: MessageTextsFormProps) {
  const client = useQueryClient()
  const { queryKey } = endpointQuery(pageApi.messageTemplates.getMessageTemplates, { params: { id: labId } })
  const save = useMutation({
    ...endpointMutation(pageApi.messageTemplates.saveMessageTemplate, { id: labId }),
    onSuccess: ({ data, updatedAt }) =>
      client.setQueryData(queryKey, (known) => known && { ...known, data, updatedAt }),
  })
  const choice = useForm<MessageKind>({ defaultValues: { language: 'en', purpose: 'report' } })
  const [language, purpose] = useWatch({ control: choice.control, name: ['language', 'purpose'] })
  const kind = { language, purpose }
  const key = keyOf(kind)
  const own = ownText(stored.data, kind)
  const saved = own ?? builtInText(kind)
  const form = useForm<Record<string, string>>({
    defaultValues: Object.fromEntries(
      KINDS.map((one) => [keyOf(one), ownText(stored.data, one) ?? builtInText(one)]),
    ),
  })
  useUnsavedForm(form, { name: `messages of lab ${labId}` })
  const { field, fieldState } = useController({ control: form.control, name: key })
  const text = field.value ?? saved
  const store = (template: string) =>
    save.mutate(
      { ...kind, template, updatedAt: stored.updatedAt },
      {
        onSuccess: () => {
          form.resetField(key, { defaultValue: template === '' ? builtInText(kind) : template })
          toastSuccess(SUCCESS.saved)
        },
        onError: (failure) => toastError(failure),
      },
    )
  const submit = () => {
    const message = text.trim() === '' ? texts.textMissing : textProblem(kind, text)
    if (message !== undefined) return form.setError(key, { message })
    store(text.trim() === builtInText(kind) ? '' : text)
  }
  const write = (next: string) => {
    form.clearErrors(key)
    field.onChange(next.replace(/\s*\n\s*/g, ' '))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      noValidate
    >
      <Stack>
        <SimpleGrid minColWidth="12rem" autoFlow="auto-fit" spacing="sm">
          <NativeSelect
            label={texts.message}
            data={TEMPLATE_PURPOSES.map((value) => ({ value, label: texts.MESSAGES[value] }))}
            disabled={save.isPending}
            {...choice.register('purpose')}
          />
          <NativeSelect
            label={texts.language}
            data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            disabled={save.isPending}
            {...choice.register('language')}
          />
        </SimpleGrid>
        <TextWithParts
          kind={kind}
          text={text}
          error={fieldState.error?.message}
          isLocked={save.isPending}
          onChange={write}
        />
        <Preview
          kind={kind}
          message={previewOf(kind, text, {
            lab: lab.name,
            phone: lab.phone,
            link: stored.exampleLink,
            linkDays,
          })}
        />
        <DialogActions>
          <Button
            variant="default"
            me="auto"
            disabled={save.isPending || text === builtInText(kind)}
            onClick={() => (own === undefined ? write(saved) : store(''))}
          >
            {texts.builtInText}
          </Button>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            {words.cancel}
          </Button>
          <SubmitButton isPending={save.isPending} pendingLabel={words.saving} disabled={text === saved}>
            {words.saveChanges}
          </SubmitButton>
        </DialogActions>
      </Stack>
    </form>
  )
}

interface TextWithPartsProps {
  kind: MessageKind
  text: string
  error: string | undefined
  isLocked: boolean
  onChange: (text: string) => void
}

function TextWithParts({ kind, text, error, isLocked, onChange }: TextWithPartsProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (part: string) => {
    const { current } = area
    if (!current) return
    current.setRangeText(part, current.selectionStart, current.selectionEnd, 'end')
    // A native input event; without it, a change back to the previous text would go unnoticed.
    current.dispatchEvent(new Event('input', { bubbles: true }))
    current.focus()
  }
  return (
    <Stack gap="xs">
      <Textarea
        ref={area}
        label={texts.text}
        description={texts.textHint}
        error={error}
        rows={4}
        maxLength={MESSAGE_TEMPLATE_LENGTH.max}
        value={text}
        readOnly={isLocked}
        onChange={(event) => onChange(event.currentTarget.value)}
        lang={kind.language}
        // The property would set the direction of the label as well.
        attributes={{ input: { dir: kind.language === 'ar' ? 'rtl' : 'ltr' } }}
      />
      <Group gap="xs">
        {partsOf(kind).map((part) => (
          <Button
            key={part}
            size="xs"
            variant="default"
            disabled={isLocked}
            aria-label={texts.insert(part)}
            onClick={() => insert(part)}
          >
            {part}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}

function Preview({ kind, message }: { kind: MessageKind; message: string }) {
  const id = useId()
  const { units, segments } = smsSegments(message)
  return (
    <Paper component="section" bg="var(--bench)" p="sm" withBorder={false} aria-labelledby={id}>
      <Title order={3} id={id}>
        {texts.preview}
      </Title>
      <MessageText text={message} language={kind.language} />
      <Hint>{texts.characters(units, segments)}</Hint>
    </Paper>
  )
}
