import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { SUCCESS } from '@zelab/contract/messages'
import type { ReactNode } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { softDisabled } from '../../ui/actions/icon-button.tsx'
import { Hint } from '../../ui/display/inline.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { showRefusal } from '../../ui/form/form-resolver.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../ui/form/unsaved-form.ts'
import * as words from '../../ui/texts.ts'
import * as formTexts from '../../ui/form/texts.ts'
import * as texts from './texts.ts'

/** For an explicit `reset`, which would otherwise keep edited fields as well. */
const DISCARD_DIRTY = { keepDirtyValues: false } as const

interface SettingsFormProps<Fields extends FieldValues, Checked> {
  name: string
  form: UseFormReturn<Fields, unknown, Checked>
  /** Resolves with the stored fields. */
  onSave: (checked: Checked) => Promise<DefaultValues<Fields>>
  children: ReactNode
}

export function SettingsForm<Fields extends FieldValues, Checked>({
  name,
  form,
  onSave,
  children,
}: SettingsFormProps<Fields, Checked>) {
  const { isDirty, isSubmitting } = form.formState
  useUnsavedForm(form, { name })
  const save = form.handleSubmit(async (checked) => {
    try {
      form.reset(await onSave(checked), DISCARD_DIRTY)
      toastSuccess(SUCCESS.saved)
    } catch (error) {
      showRefusal(error, form)
    }
  })
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        {children}
        <Group justify="flex-end" gap="xs">
          <Hint span me="auto" role="status">
            {isDirty && texts.unsavedChanges}
          </Hint>
          <Button
            variant="default"
            size="md"
            {...softDisabled(!isDirty || isSubmitting, () => form.reset(undefined, DISCARD_DIRTY))}
          >
            {formTexts.discard}
          </Button>
          <SubmitButton size="md" isPending={isSubmitting} pendingLabel={words.saving} disabled={!isDirty}>
            {words.saveChanges}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}

export function SettingsSkeleton({ height }: { height: string }) {
  return <Skeleton height={height} radius="lg" role="status" aria-label={texts.loadingSettings} />
}
