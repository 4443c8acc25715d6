import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** For `resetOptions` of a form with `values`: a refetch does not overwrite edited fields. */
export const KEEP_DIRTY = { keepDirtyValues: true } as const

/** The edited fields of settings, and which settings they change: those of another user in between are a conflict. */
export const settingsChanges = <Fields extends FieldValues, Checked extends object>(
  form: Pick<UseFormReturn<Fields, unknown, Checked>, 'getValues' | 'formState'>,
  checked: Checked,
  { updatedAt }: { updatedAt: string | null },
): Partial<Checked> & { updatedAt: string | null } => {
  const initial: FieldValues = form.formState.defaultValues ?? {}
  const isEdited = (field: string) =>
    JSON.stringify(form.getValues(field as Path<Fields>)) !== JSON.stringify(initial[field])
  const edited = Object.entries(checked).filter(([field]) => isEdited(field))
  return { ...(Object.fromEntries(edited) as Partial<Checked>), updatedAt }
}
