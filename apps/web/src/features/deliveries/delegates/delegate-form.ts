import type { Delegate, FormInput, FormOutput, PatientRow } from '@zelab/contract'
import { delegateForm, typedPhoneField } from '@zelab/contract'
import { ADULT_AGE } from '@zelab/contract/limits'
import type { Resolver } from 'react-hook-form'
import { ageInYears } from '../../../lib/age.ts'
import { localToday } from '../../../lib/format.ts'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import * as texts from './texts.ts'

type DelegateSchema = ReturnType<typeof delegateForm>
/** The agreement is not sent: the server records it with every delegate. */
export type DelegateFields = FormInput<DelegateSchema> & { isAgreed: boolean }
export type CheckedDelegate = FormOutput<DelegateSchema>

/** Guardian for a minor, delegate for an adult. The server enforces the lab's age of majority. */
export const newDelegateFields = ({ dateOfBirth }: PatientRow): DelegateFields => ({
  kind: ageInYears(dateOfBirth) < ADULT_AGE.default ? 'guardian' : 'delegate',
  fullName: '',
  relation: '',
  language: 'en',
  email: '',
  phone: '',
  documentSeen: '',
  validFrom: localToday(),
  validUntil: '',
  isAgreed: false,
})

export const delegateFieldsOf = (delegate: Delegate): DelegateFields => ({
  kind: delegate.kind,
  fullName: delegate.fullName,
  relation: delegate.relation,
  language: delegate.language,
  email: delegate.email ?? '',
  phone: delegate.phone ?? '',
  documentSeen: delegate.documentSeen,
  validFrom: delegate.validFrom,
  validUntil: delegate.validUntil ?? '',
  isAgreed: false,
})

export const delegateResolver = (
  storedPhone: string | null,
): Resolver<DelegateFields, unknown, CheckedDelegate> => {
  const resolve = formResolver<DelegateSchema, DelegateFields>(delegateForm(typedPhoneField(storedPhone)))
  return async (fields, ...rest) => {
    const result = await resolve(fields, ...rest)
    if (fields.isAgreed) return result
    return {
      values: {},
      errors: { ...result.errors, isAgreed: { type: 'required', message: texts.agreementMissing } },
    }
  }
}
