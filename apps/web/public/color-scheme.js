// A separate file, because the content security policy forbids inline scripts. The key and values match
// src/ui/theme/theme-provider.tsx.
;(function () {
  const system = matchMedia('(prefers-color-scheme: dark)')
  function apply() {
    let choice = 'auto'
    try {
      choice = localStorage.getItem('zelab-color-scheme') || 'auto'
    } catch {
      // Storage may be disabled; the system's color scheme applies then.
    }
    const isDark = choice === 'dark' || (choice === 'auto' && system.matches)
    document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  }
  apply()
  system.addEventListener('change', apply)
})()
