import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { SectionCard } from '../layout/section-card.tsx'
import { useFormSaving, type SavedForm } from './form-saving.tsx'
import { SubmitButton } from './submit-button.tsx'

interface FormCardProps<Fields extends FieldValues, Checked> extends SavedForm<Fields, Checked> {
  title: string
  subtitle: string
  submitLabel: string
  pendingLabel: string
  isBlocked?: boolean
  children: ReactNode
}

/** A section of a page with a form that has one button. */
export function FormCard<Fields extends FieldValues, Checked>({
  title,
  subtitle,
  submitLabel,
  pendingLabel,
  isBlocked = false,
  children,
  ...saving
}: FormCardProps<Fields, Checked>) {
  const { isSaving, submit, confirmation } = useFormSaving(saving)
  return (
    <SectionCard title={title} subtitle={subtitle}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {children}
          <Group justify="flex-end">
            <SubmitButton isPending={isSaving} pendingLabel={pendingLabel} disabled={isBlocked}>
              {submitLabel}
            </SubmitButton>
          </Group>
        </Stack>
      </form>
      {confirmation}
    </SectionCard>
  )
}
