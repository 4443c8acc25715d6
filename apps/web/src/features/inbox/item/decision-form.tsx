import { Button } from '@mantine/core'
import { IconBan, type Icon } from '@tabler/icons-react'
import { useId, useRef, type ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Hint } from '../../../ui/display/inline.tsx'
import { Kbd } from '../../../ui/display/tags.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toastProblem } from '../../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import classes from './inbox-item.module.css'
import { ariaKey, CONFIRM_LABEL, RECORD_SHORTCUTS } from '../../../ui/shortcuts/record-shortcuts.ts'
import * as texts from './texts.ts'
import type { OpenedItemProps } from './use-decision.ts'
import { useItemKeys } from './use-item-keys.ts'

interface DecisionFormProps<Fields extends FieldValues, Checked>
  extends
    Pick<OpenedItemProps, 'item' | 'isShown' | 'queue' | 'onReject'>,
    Pick<Parameters<typeof useItemKeys>[0], 'choose'> {
  form: UseFormReturn<Fields, unknown, Checked>
  failure: { title: string; text: string | undefined }
  submit: { label: string; pendingLabel: string; icon: Icon; isDangerous?: boolean; isBlocked?: boolean }
  isPending: boolean
  /** Called with valid values. */
  onSubmit: (checked: Checked) => unknown
  /** The question before the decision. */
  question?: ReactNode
  children: ReactNode
}

/** A form that decides an item, or rejects it instead, with buttons and keys. */
export function DecisionForm<Fields extends FieldValues, Checked>({
  item,
  isShown,
  queue,
  onReject,
  choose,
  form,
  failure,
  submit: { label, pendingLabel, icon: Sign, isDangerous = false, isBlocked = false },
  isPending,
  onSubmit,
  question,
  children,
}: DecisionFormProps<Fields, Checked>) {
  const hintId = useId()
  const element = useRef<HTMLFormElement>(null)
  const decide = form.handleSubmit(async (checked) => void (await onSubmit(checked)))
  const submit = async () => (isShown ? decide() : toastProblem(texts.waitsForFile))
  useItemKeys({
    item,
    queue,
    ...(choose && { choose }),
    // As a press of the button, so that typed text that chose nothing keeps the form from being saved.
    ...(!isBlocked && { publish: () => !isPending && element.current?.requestSubmit() }),
    reject: onReject,
  })
  return (
    <form
      ref={element}
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      noValidate
    >
      {failure.text && (
        <Notice tone="negative" role="alert" title={failure.title}>
          <p>{failure.text}</p>
        </Notice>
      )}
      {children}
      <div className={classes.buttons}>
        <RejectButton isDisabled={isPending} onReject={onReject} />
        <SubmitButton
          size="md"
          mod="wraps"
          {...(isDangerous && { color: 'red' })}
          isPending={isPending}
          pendingLabel={pendingLabel}
          disabled={isBlocked || !isShown}
          aria-describedby={isShown ? undefined : hintId}
          leftSection={<Sign size={18} stroke={1.75} />}
          aria-keyshortcuts={ariaKey(RECORD_SHORTCUTS.confirm)}
        >
          {label}
          <Kbd hasModifier>{CONFIRM_LABEL}</Kbd>
        </SubmitButton>
      </div>
      {!isShown && <Hint id={hintId}>{texts.waitsForFile}</Hint>}
      {question}
    </form>
  )
}

interface RejectButtonProps {
  isDisabled?: boolean
  onReject: () => void
}

export function RejectButton({ isDisabled = false, onReject }: RejectButtonProps) {
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<IconBan size={18} stroke={1.75} />}
      disabled={isDisabled}
      aria-keyshortcuts={ariaKey(RECORD_SHORTCUTS.refuse)}
      onClick={onReject}
    >
      {texts.reject}
      <Kbd>{ariaKey(RECORD_SHORTCUTS.refuse)}</Kbd>
    </Button>
  )
}
