@echo off
rem Double-clic : installe Raccord la premiere fois, puis le lance et ouvre le navigateur.
rem Un fichier raccord-*.whl pose a cote de celui-ci est installe de preference.
setlocal
chcp 65001 >nul
set "PYTHONUTF8=1"
set "HOME_RACCORD=%LOCALAPPDATA%\Raccord"
set "PY=%HOME_RACCORD%\venv\Scripts\python.exe"
if exist "%PY%" goto start

where py >nul 2>nul
if errorlevel 1 (
  echo Il manque Python 3.12 ou plus recent : installez-le depuis le Microsoft Store, puis recommencez.
  pause
  exit /b 2
)
echo Premiere fois : installation de Raccord, quelques minutes...
py -3 -m venv "%HOME_RACCORD%\venv" || goto failed
set "WHAT=raccord"
for %%F in ("%~dp0raccord-*.whl") do set "WHAT=%%~fF"
"%PY%" -m pip install --quiet --disable-pip-version-check "%WHAT%[web]" || goto failed

:start
"%PY%" -m raccord.cli serve %*
if errorlevel 1 pause
exit /b

:failed
rmdir /s /q "%HOME_RACCORD%\venv" 2>nul
echo L'installation n'a pas abouti : verifiez la connexion, puis recommencez.
pause
exit /b 1
