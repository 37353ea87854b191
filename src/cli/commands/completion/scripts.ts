/** The scripts only call `assay complete`, so they stay correct when assay is updated. Its output is never evaluated. */
export const scripts = {
  bash: String.raw`# assay in bash: source <(assay completion bash)
_assay() {
  local current="\${COMP_WORDS[COMP_CWORD]}" line
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :files) compopt -o filenames 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current") ;;
      :folders) compopt -o filenames 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$current") ;;
      *) COMPREPLY+=("$line") ;;
    esac
  done < <("$1" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _assay assay
`.replaceAll('\\$', '$'),
  zsh: String.raw`#compdef assay
# assay in zsh: source <(assay completion zsh), or as _assay in a folder of $fpath
_assay() {
  local line
  local -a found
  for line in "\${(@f)$("$words[1]" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case "$line" in
      :files) _files ;;
      :folders) _files -/ ;;
      ?*) found+=("$line") ;;
    esac
  done
  (( \${#found} )) && compadd -a -- found
}
if [ "$funcstack[1]" = "_assay" ]; then
  _assay "$@"
else
  compdef _assay assay
fi
`.replaceAll('\\$', '$'),
  fish: `# assay in fish: assay completion fish | source
function __assay_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path (commandline -ct)
            case :folders
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end
complete -c assay -f -a '(__assay_complete)'
`,
  // Without a result, PowerShell completes names of files itself. Before 7.3 it passes no empty argument.
  powershell: `# assay in PowerShell: assay completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName assay -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $elements = $commandAst.CommandElements
    $words = @($elements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { $_.ToString().Trim("'", '"') })
    $empty = if ($PSVersionTable.PSVersion -ge [version]'7.3') { '' } else { '""' }
    $current = if ($wordToComplete) { $wordToComplete } else { $empty }
    foreach ($line in (& $elements[0].ToString() complete '--' @words $current 2>$null)) {
        if ($line -eq ':files' -or $line -eq ':folders') { continue }
        [System.Management.Automation.CompletionResult]::new($line, $line, 'ParameterValue', $line)
    }
}
`,
} as const;
