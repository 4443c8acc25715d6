import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { PROVIDER_ROLES } from '@zelab/contract'
import { PROVIDER_ROLE_VALUES_MAX } from '@zelab/contract/limits'
import { useFieldArray, useWatch } from 'react-hook-form'
import { Entries } from '../../../ui/form/entries.tsx'
import { fieldProps } from '../../../ui/form/form-resolver.ts'
import { ALL_LABS, mayCreate, type ProviderForm } from './provider-form.ts'
import * as texts from './texts.ts'

/** Which values of a claim give which role. */
export function RolesFields({ form }: { form: ProviderForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'roles' })
  const [labId, rolesClaim, defaultRole, createsAccounts, refreshesAccounts] = useWatch({
    control: form.control,
    name: ['labId', 'rolesClaim', 'defaultRole', 'createsAccounts', 'refreshesAccounts'],
  })
  const isCreationOffered = mayCreate({ labId, rolesClaim, defaultRole })
  const problem = form.getFieldState('roles', form.formState).error?.message
  const hasClaim = rolesClaim.trim() !== ''
  return (
    <>
      <TextInput
        label={texts.rolesClaim}
        description={texts.rolesClaimHint}
        autoComplete="off"
        dir="ltr"
        spellCheck={false}
        {...fieldProps(form, 'rolesClaim')}
      />
      {(hasClaim || fields.length > 0) && (
        <Entries
          legend={texts.roles}
          hint={texts.rolesHint}
          entries={fields}
          nameOf={texts.valueNumber}
          addLabel={texts.addValue}
          isFull={fields.length >= PROVIDER_ROLE_VALUES_MAX}
          onAdd={() => append({ value: '', role: '' })}
          onRemove={remove}
        >
          {(index) => (
            <>
              <TextInput
                label={texts.claimValue}
                required
                autoComplete="off"
                dir="ltr"
                spellCheck={false}
                {...fieldProps(form, `roles.${index}.value`)}
              />
              <NativeSelect
                label={texts.role}
                required
                data={['', ...PROVIDER_ROLES]}
                {...fieldProps(form, `roles.${index}.role`)}
              />
            </>
          )}
        </Entries>
      )}
      {problem && (
        <Text size="sm" c="var(--negative-text)" role="alert">
          {problem}
        </Text>
      )}
      {labId !== ALL_LABS && (
        <NativeSelect
          label={texts.defaultRole}
          description={texts.defaultRoleHint}
          data={['', ...PROVIDER_ROLES]}
          {...fieldProps(form, 'defaultRole')}
        />
      )}
      {isCreationOffered && (
        <Checkbox
          label={texts.createsAccounts}
          description={texts.createsAccountsHint}
          {...fieldProps(form, 'createsAccounts')}
        />
      )}
      <Checkbox
        label={texts.refreshesAccounts}
        description={texts.refreshesAccountsHint}
        {...fieldProps(form, 'refreshesAccounts')}
      />
      {((isCreationOffered && createsAccounts) || refreshesAccounts) && (
        <Checkbox
          label={texts.trustsEmails}
          description={texts.trustsEmailsHint}
          {...fieldProps(form, 'trustsEmails')}
        />
      )}
    </>
  )
}
