import { TextInput } from '@mantine/core'
import { act, useState } from 'react'
import { useForm } from 'react-hook-form'
import { beforeEach, expect, it, vi } from 'vitest'
import { allowMessageForm } from '@zelab/contract'
import { enterText } from '../../testing/enter-text.ts'
import { fieldOf, press } from '../../testing/form-page.tsx'
import { mountForEachTest } from '../../testing/mount.tsx'
import * as texts from '../texts.ts'
import * as formTexts from './texts.ts'
import { FormDialog } from './form-dialog.tsx'
import { fieldProps } from './form-resolver.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { useUnsavedForm } from './unsaved-form.ts'

const onClose = vi.fn<() => void>()
const onSave = vi.fn<() => Promise<void>>(() => Promise.resolve())
beforeEach(() => {
  onClose.mockClear()
  onSave.mockClear()
})

const words = {
  title: 'Send back',
  hint: 'Why?',
  label: 'Reason',
  confirmLabel: 'Send',
  pendingLabel: 'Sending',
}

function Page() {
  const form = useForm({ defaultValues: { remark: '' } })
  useUnsavedForm(form, { name: 'page' })
  const [open, setOpen] = useState<'reason' | 'call'>()
  const close = () => {
    setOpen(undefined)
    onClose()
  }
  return (
    <>
      <TextInput label="Remark" {...form.register('remark')} />
      <button onClick={() => setOpen('reason')}>Inside</button>
      <button onClick={() => setOpen('call')}>Around</button>
      {open === 'reason' && (
        <ReasonDialog
          {...words}
          schema={allowMessageForm}
          onConfirm={async () => undefined}
          onClose={close}
        />
      )}
      {open === 'call' && <AroundDialog onClose={close} />}
    </>
  )
}

/** The form is created around the dialog. */
function AroundDialog({ onClose: close }: { onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: '' } })
  return (
    <FormDialog form={form} onClose={close} title="Around" onSave={onSave}>
      <TextInput label="Reason" {...fieldProps(form, 'reason')} />
    </FormDialog>
  )
}

mountForEachTest(() => <Page />)

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))
const type = async (label: string, text: string) => {
  enterText(fieldOf(label), text)
  await settle()
}
const escape = async (target: Element = fieldOf('Reason')) => {
  act(() => void target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  await settle()
}
const isAsked = () => document.body.textContent.includes(formTexts.discardMessage)

it.each(['Inside', 'Around'])('asks before Escape discards what was typed (%s) [SPEED-36]', async (open) => {
  await press(open)
  await type('Reason', 'The wrong value')
  await escape()
  expect([isAsked(), onClose.mock.calls.length]).toEqual([true, 0])
  await press(texts.cancel, [...document.querySelectorAll('[role=dialog]')].at(-1) ?? null)
  await settle()
  expect([isAsked(), fieldOf('Reason').value]).toEqual([false, 'The wrong value'])
  await escape()
  await press(formTexts.discard)
  await settle()
  expect(onClose).toHaveBeenCalledOnce()
})

it('asks with the close button, too [SPEED-36]', async () => {
  await press('Inside')
  await type('Reason', 'The wrong value')
  act(() => document.querySelector<HTMLElement>('.mantine-Modal-close')?.click())
  await settle()
  expect([isAsked(), onClose.mock.calls.length]).toEqual([true, 0])
})

it.each(['Inside', 'Around'])(
  'closes an unchanged dialog over a changed page (%s) [SPEED-36]',
  async (open) => {
    await type('Remark', 'Half typed')
    await press(open)
    await escape()
    expect([isAsked(), onClose.mock.calls.length]).toEqual([false, 1])
  },
)

it('leaves Escape in a dialog above to that dialog [SPEED-36]', async () => {
  await press('Inside')
  await type('Reason', 'The wrong value')
  await escape()
  await escape([...document.querySelectorAll('[role=dialog] button')].at(-1))
  expect([isAsked(), onClose.mock.calls.length, fieldOf('Reason').value]).toEqual([
    false,
    0,
    'The wrong value',
  ])
})

it('saves once when it is submitted twice at the same moment [FORM-33]', async () => {
  await press('Around')
  const form = fieldOf('Reason').form
  act(() => {
    form?.requestSubmit()
    form?.requestSubmit()
  })
  await settle()
  expect(onSave).toHaveBeenCalledOnce()
})
