import { Button, NativeSelect, Textarea } from '@mantine/core'
import type { TemplatePurpose, Lab, Language, MessageTemplate, Saved } from '@zelab/contract'
import { TEMPLATE_PURPOSES, smsSegments } from '@zelab/contract'
import { LANGUAGES, MESSAGE_TEMPLATE_LENGTH } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import type { SubmitEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import { useSaveMessageTemplate } from './queries.ts'
import { MessageText } from '../../../ui/display/isolated.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useUnsavedInput } from '../../../ui/form/unsaved-form.ts'
import { builtInText, ownText, partsOf, previewOf, textProblem, type MessageKind } from './message-text.ts'
import classes from './message-texts.module.css'
import * as texts from './texts.ts'
import * as words from '../texts.ts'

interface MessageTextsFormProps {
  labId: number
  stored: Saved<{ templates: readonly MessageTemplate[]; exampleLink: string }>
  lab: Pick<Lab, 'name' | 'phone'>
  linkDays: number
  onClose: () => void
}

const directionOf = ({ language }: MessageKind) => (language === 'ar' ? 'rtl' : 'ltr')

const keyOf = ({ language, purpose }: MessageKind) => `${language} ${purpose}`

export function MessageTextsForm({ labId, stored, lab, linkDays, onClose }: MessageTextsFormProps) {
  const save = useSaveMessageTemplate(labId)
  const [kind, setKind] = useState<MessageKind>({ language: 'en', purpose: 'report' })
  const [drafts, setDrafts] = useState<Partial<Record<string, string>>>({})
  const [error, setError] = useState<string>()
  useUnsavedInput({
    name: `messages of lab ${labId}`,
    read: () => (Object.keys(drafts).length > 0 ? { values: drafts } : undefined),
    restore: ({ values }) => setDrafts(values as Partial<Record<string, string>>),
  })

  const own = ownText(stored.templates, kind)
  const saved = own ?? builtInText(kind)
  const text = drafts[keyOf(kind)] ?? saved

  const choose = (chosen: Partial<MessageKind>) => {
    setKind({ ...kind, ...chosen })
    setError(undefined)
  }
  const write = (next: string) => {
    const { [keyOf(kind)]: _, ...others } = drafts
    setDrafts(next === saved ? others : { ...others, [keyOf(kind)]: next })
    setError(undefined)
  }
  const store = (template: string) =>
    save.mutate(
      { ...kind, template, updatedAt: stored.updatedAt },
      {
        onSuccess: () => {
          const { [keyOf(kind)]: _, ...others } = drafts
          setDrafts(others)
          setError(undefined)
          toastSuccess(SUCCESS.saved)
        },
        onError: (failure) => toastError(failure),
      },
    )
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problem = text.trim() === '' ? texts.textMissing : textProblem(kind, text)
    if (problem !== undefined) return setError(problem)
    store(text.trim() === builtInText(kind) ? '' : text)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.choices}>
        <NativeSelect
          label={texts.message}
          data={TEMPLATE_PURPOSES.map((value) => ({ value, label: texts.MESSAGES[value] }))}
          value={kind.purpose}
          disabled={save.isPending}
          onChange={(event) => choose({ purpose: event.currentTarget.value as TemplatePurpose })}
        />
        <NativeSelect
          label={texts.language}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={kind.language}
          disabled={save.isPending}
          onChange={(event) => choose({ language: event.currentTarget.value as Language })}
        />
      </div>
      <TextWithParts kind={kind} text={text} error={error} isLocked={save.isPending} onChange={write} />
      <Preview
        kind={kind}
        message={previewOf(kind, text, {
          lab: lab.name,
          phone: lab.phone,
          link: stored.exampleLink,
          linkDays,
        })}
      />
      <div className={classes.buttons}>
        <Button
          variant="default"
          className={classes.first ?? ''}
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
      </div>
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
    <div className={classes.text}>
      <Textarea
        ref={area}
        label={texts.text}
        description={texts.textHint}
        error={error}
        rows={4}
        maxLength={MESSAGE_TEMPLATE_LENGTH.max}
        value={text}
        readOnly={isLocked}
        onChange={(event) => onChange(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
        lang={kind.language}
        // The property would set the direction of the label as well.
        attributes={{ input: { dir: directionOf(kind) } }}
      />
      <div className={classes.parts}>
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
      </div>
    </div>
  )
}

function Preview({ kind, message }: { kind: MessageKind; message: string }) {
  const id = useId()
  const { units, segments } = smsSegments(message)
  return (
    <section className={classes.preview} aria-labelledby={id}>
      <h3 id={id} className={classes.previewTitle}>
        {texts.preview}
      </h3>
      <MessageText className={classes.message} text={message} language={kind.language} />
      <p className={classes.hint}>{texts.characters(units, segments)}</p>
    </section>
  )
}
