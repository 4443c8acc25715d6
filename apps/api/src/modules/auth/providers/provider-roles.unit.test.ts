import { describe, expect, it } from 'vitest'
import { roleFrom } from './provider-roles.ts'

describe('the role of a person', () => {
  it('never becomes Admin, even if the table says so [OIDC-08]', () => {
    // What a row may hold that was written past the form.
    const roles = JSON.parse(
      '{"admins": "Admin", "patients": "Patient", "desk": "Receptionist"}',
    ) as Parameters<typeof roleFrom>[0]['roles']
    const given = (groups: unknown) =>
      roleFrom({ rolesClaim: 'groups', roles, defaultRole: null }, { groups }).role
    for (const groups of ['admins', ['admins'], ['patients'], ['Admin']])
      expect(given(groups)).toBeUndefined()
    expect(given(['admins', 'desk'])).toBe('Receptionist')
  })
})
