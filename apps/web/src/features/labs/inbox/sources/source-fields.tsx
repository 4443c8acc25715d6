import type { TextInputProps } from '@mantine/core'
import { Checkbox, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core'
import type { InboxSources } from '@zelab/contract'
import { HL7_CHARSETS } from '@zelab/contract/limits'
import { Ltr } from '../../../../ui/display/ltr.tsx'
import type { SourceUseForm } from './source-form.ts'
import { availableKinds } from './source-form.ts'
import classes from './source-dialog.module.css'
import * as texts from './texts.tsx'

const CHARSET_CHOICES = [
  { value: '', label: texts.asMessageSays },
  ...HL7_CHARSETS.map((charset) => ({ value: charset, label: texts.CHARSETS[charset] })),
]
const HINT_BELOW = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
} satisfies TextInputProps

interface KindFieldProps {
  form: SourceUseForm
  sources: InboxSources
  isFixed: boolean
}

export function KindField({ form, sources, isFixed }: KindFieldProps) {
  if (isFixed)
    return (
      <p className={classes.hint}>
        {texts.KINDS[form.getValues('kind')]}. {texts.kindStays}
      </p>
    )
  return (
    <fieldset>
      <legend>{texts.kind}</legend>
      {availableKinds(sources).map((kind, index) => (
        <Radio
          key={kind}
          value={kind}
          label={texts.KINDS[kind]}
          description={texts.KIND_HINTS[kind]}
          data-autofocus={index === 0 || undefined}
          {...form.register('kind')}
        />
      ))}
      {sources.root === null && <p className={classes.hint}>{texts.FOLDERS_NOT_SET_UP}</p>}
      {sources.hl7Port === null && <p className={classes.hint}>{texts.HL7_NOT_SET_UP}</p>}
    </fieldset>
  )
}

export function NameField({ form, isFirst }: { form: SourceUseForm; isFirst: boolean }) {
  return (
    <TextInput
      {...HINT_BELOW}
      label={texts.name}
      description={texts.nameHint}
      required
      autoComplete="off"
      data-autofocus={isFirst || undefined}
      error={form.formState.errors.name?.message}
      {...form.register('name')}
    />
  )
}

export function FolderFields({ form, root }: { form: SourceUseForm; root: string | null }) {
  return (
    <TextInput
      {...HINT_BELOW}
      label={texts.folder}
      description={root === null ? texts.belowUnknown : texts.below(<Ltr>{root}</Ltr>)}
      required
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
      error={form.formState.errors.folder?.message}
      {...form.register('folder')}
    />
  )
}

export function HL7Fields({ form, port }: { form: SourceUseForm; port: number | null }) {
  const { errors } = form.formState
  return (
    <>
      {port !== null && <p className={classes.hint}>{texts.connectTo(<Ltr>{String(port)}</Ltr>)}</p>}
      <Textarea
        {...HINT_BELOW}
        label={texts.fingerprint}
        description={texts.fingerprintHint}
        required
        rows={2}
        spellCheck={false}
        dir="ltr"
        classNames={{ input: classes.code ?? '' }}
        error={errors.certificate?.message}
        {...form.register('certificate')}
      />
      <Textarea
        {...HINT_BELOW}
        label={texts.addresses}
        description={texts.addressesHint}
        required
        rows={3}
        spellCheck={false}
        dir="ltr"
        error={errors.addresses?.message}
        {...form.register('addresses')}
      />
      <NativeSelect
        {...HINT_BELOW}
        label={texts.charset}
        description={texts.charsetHint}
        size="md"
        data={CHARSET_CHOICES}
        error={errors.charset?.message}
        {...form.register('charset')}
      />
    </>
  )
}

export function OnField({ form }: { form: SourceUseForm }) {
  return <Checkbox label={texts.isOn} description={texts.isOnHint} {...form.register('isOn')} />
}
