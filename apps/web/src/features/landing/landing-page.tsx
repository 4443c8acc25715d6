import { Button } from '@mantine/core'
import { STAFF_ROLES } from '@zelab/contract/access'
import { useState } from 'react'
import { LoginDialog } from './login-dialog.tsx'

export function LandingPage() {
  const [role, setRole] = useState('User')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <main>
      <h1>Modern Medical Reports Management System</h1>
      {STAFF_ROLES.map((name) => (
        <Button
          key={name}
          onClick={() => {
            setRole(name)
            setIsOpen(true)
          }}
        >
          {name}
        </Button>
      ))}
      <LoginDialog role={role} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </main>
  )
}
