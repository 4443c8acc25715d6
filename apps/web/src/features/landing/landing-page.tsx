import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useBrand } from '../../lib/brand.ts'
import { useDocumentTitle } from '../../ui/document-title.ts'
import { AboutSection, ContactSection, FeaturesSection } from './landing-sections.tsx'
import classes from './landing-page.module.css'
import { ReportVignette } from './report-vignette.tsx'
import { RoleCards } from './role-cards.tsx'
import { TopBar } from './top-bar.tsx'

/** Get Started names nobody: no card was chosen, and a clerk is no Admin (AMB-13). */
const NEUTRAL_ROLE = 'User'

const loadLoginDialog = () => import('./login-dialog.tsx')
const preloadLogin = () => void loadLoginDialog()
const LoginDialog = lazy(async () => ({ default: (await loadLoginDialog()).LoginDialog }))

export function LandingPage() {
  useDocumentTitle('Welcome')
  const productName = useBrand((brand) => brand.productName)
  const [role, setRole] = useState(NEUTRAL_ROLE)
  const [login, setLogin] = useState<'never opened' | 'open' | 'closed'>('never opened')
  const openLogin = (name: string) => {
    setRole(name)
    setLogin('open')
  }
  return (
    // The dialog's code comes with the first sign of interest, so that the page itself is there sooner.
    <div className={classes.page} onPointerOver={preloadLogin} onFocus={preloadLogin}>
      <TopBar onGetStarted={() => openLogin(NEUTRAL_ROLE)} />
      <main>
        <section className={classes.hero} aria-labelledby="landing-title">
          <div className={classes.heroText}>
            <p className={classes.eyebrow}>For medical laboratories</p>
            <h1 className={classes.title} id="landing-title">
              Modern Medical Reports Management System
            </h1>
            <p className={classes.lead}>
              Register a patient, publish the report, and find it again in seconds. Everyone in the laboratory
              works from the same record and sees exactly what their role needs.
            </p>
            <Button
              size="md"
              rightSection={<IconArrowRight size={18} stroke={1.75} />}
              onClick={() => openLogin(NEUTRAL_ROLE)}
            >
              Sign in to your laboratory
            </Button>
          </div>
          <ReportVignette />
        </section>
        <RoleCards onChoose={openLogin} />
        <FeaturesSection />
        <AboutSection />
        <ContactSection />
      </main>
      <footer className={classes.footer}>
        <span>{productName}</span>
        <span>Medical reports, kept in order.</span>
      </footer>
      {login !== 'never opened' && (
        <Suspense>
          <LoginDialog role={role} isOpen={login === 'open'} onClose={() => setLogin('closed')} />
        </Suspense>
      )}
    </div>
  )
}
