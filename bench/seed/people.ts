import { ADMIN_USER_TYPE_ID, STAFF_USER_TYPES } from '@zelab/contract'
import { CITIES } from './names.ts'

export const BENCH_PASSWORD = 'Bench@2026'
export const BENCH_ADMIN = 'admin@bench.example'
export const benchEmail = (role: string, lab: number): string => `${role.toLowerCase()}${lab}@bench.example`

/** The Admin, and one person of each other role per lab; ids in this order, from 1. */
export const listStaff = (labs: number) => [
  { id: 1, name: 'Bench Admin', email: BENCH_ADMIN, userTypeId: ADMIN_USER_TYPE_ID, labId: null },
  ...Array.from({ length: labs }, (_, index) => index + 1).flatMap((labId) =>
    STAFF_USER_TYPES.filter((type) => type.id !== ADMIN_USER_TYPE_ID).map((type, position) => ({
      id: 2 + (labId - 1) * (STAFF_USER_TYPES.length - 1) + position,
      name: `${type.name} of Lab ${labId}`,
      email: benchEmail(type.name, labId),
      userTypeId: type.id,
      labId,
    })),
  ),
]

export const listLabs = (labs: number) =>
  Array.from({ length: labs }, (_, index) => ({
    id: index + 1,
    name: `Bench Lab ${index + 1}`,
    city: CITIES[index % CITIES.length] as string,
  }))

export const technicianOf = (labId: number): number => 3 + (labId - 1) * 3
export const receptionistOf = (labId: number): number => 4 + (labId - 1) * 3
