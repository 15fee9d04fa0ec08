/**
 * Names of files that hold secrets, and of files that only sound so. From the lists that scanners and `.gitignore` templates publish, written down anew.
 */

/** Never to be read. */
export const SECRET_FILES: readonly string[] =
  // Environments.
  (
    ".env .env.local .env.production .env.development.local .env.staging .env.test.local .env.prod .env-prod .env_backup .env.bak .env~ .env.old .env.save prod.env " +
    "config/app.env docker/db.env .envrc .env.vault .env.keys .dev.vars .dev.vars.production " +
    // Keys and certificates.
    "id_rsa id_dsa id_ecdsa id_ed25519 id_ed25519_sk id_rsa_work id_rsa.bak deploy/id_rsa keys/id_ecdsa_sk ssh_host_rsa_key ssh_host_ed25519_key .ssh/config " +
    ".ssh/ home/u/.ssh/github server.pem key.pem a/privkey.pem tls.key server.key private.key domain.key ca.key cert.p12 app.pfx " +
    "release.jks debug.keystore upload-keystore.jks my.keystore x.bks AuthKey_ABC123.p8 putty.ppk vault.kdbx old.kdb krb5.keytab app.keytab signing.asc.key " +
    "secring.gpg private.gpg.key .gnupg/secring.gpg .gnupg/private-keys-v1.d/A.key x.agekey keys.txt.agekey client.ovpn work.ovpn x.pkcs12 x.jceks " +
    "truststore.jks wallet.dat cwallet.sso ewallet.p12 " +
    // Clouds.
    ".aws/credentials .aws/config .azure/accessTokens.json .azure/azureProfile.json .azure/msal_token_cache.json .config/gcloud/credentials.db " +
    ".config/gcloud/access_tokens.db .config/gcloud/legacy_credentials/a/adc.json application_default_credentials.json service-account.json " +
    "serviceAccountKey.json my-service-account-key.json gcp-service-account.json client_secret.json client_secret_123.apps.googleusercontent.com.json client_secrets.json " +
    "google-credentials.json gcloud-key.json .boto .s3cfg .oci/config .bluemix/config.json .doctl/config.yaml .config/doctl/config.yaml .linode-cli .rclone.conf rclone.conf " +
    ".config/rclone/rclone.conf .passwd-s3fs credentials credentials.json credentials.yml credentials.xml credentials.ini credentials.csv rootkey.csv accessKeys.csv new_user_credentials.csv " +
    "credentials.toml credentials.properties credentials.db " +
    // Containers and infrastructure.
    ".kube/config kubeconfig prod.kubeconfig kubeconfig.yaml admin.kubeconfig .docker/config.json .dockercfg .dockerconfigjson terraform.tfstate " +
    "terraform.tfstate.backup prod.tfstate .terraformrc terraform.rc .terraform.d/credentials.tfrc.json credentials.tfrc.json secrets.tfvars secret.auto.tfvars " +
    ".vault-token .vault_pass .vault_pass.txt .vault-password vault_pass.txt vault-password.txt .ansible_vault_pass knife.rb .chef/knife.rb .chef/admin.pem encrypted_data_bag_secret " +
    "sops.agekey .config/sops/age/keys.txt talosconfig .talos/config .helm/repository/repositories.yaml " +
    // Clients.
    ".netrc _netrc .git-credentials .pypirc .htpasswd .htdigest .htaccess_passwd .pgpass pgpass.conf .my.cnf .mylogin.cnf .cargo/credentials " +
    ".cargo/credentials.toml .gem/credentials .m2/settings-security.xml settings-security.xml .config/gh/hosts.yml .config/hub .config/glab-cli/config.yml .composer/auth.json auth.json " +
    ".snowsql/config .dbt/profiles.yml .databrickscfg .kaggle/kaggle.json kaggle.json .huggingface/token .cache/huggingface/token .netlify/config.json " +
    ".config/heroku/credentials .ngrok2/ngrok.yml .cloudflared/cert.pem .wrangler/config/default.toml .fly/config.yml .muttrc .msmtprc .fetchmailrc .esmtprc .offlineimaprc .mbsyncrc " +
    ".smbcredentials .smb-credentials .cifs_credentials sftp-config.json .ftpconfig .remote-sync.json WinSCP.ini filezilla.xml recentservers.xml sitemanager.xml .tugboat " +
    ".trc .twurlrc .irssi/config .purple/accounts.xml .jupyter/jupyter_notebook_config.json dbeaver-data-sources.xml .dbeaver/credentials-config.json credentials-config.json robomongo.json .idea/dataSources.local.xml .idea/WebServers.xml " +
    // Histories.
    ".bash_history .zsh_history .sh_history .history .psql_history .mysql_history .sqlite_history .python_history .node_repl_history .irb_history .rediscli_history .rediscli_auth .dbshell " +
    // Systems and frameworks.
    "etc/shadow etc/gshadow etc/sudoers.d/secret master.key config/master.key config/credentials/production.key config/secrets.yml secrets.yml secrets.yaml secrets.json " +
    "secrets.toml .streamlit/secrets.toml secret.json secrets.xml secrets.properties secrets.env .secrets .secrets.toml .secrets/token secrets.ini secret.txt secrets.txt secret_token.rb " +
    "config/initializers/secret_token.rb jenkins/secrets/master.key hudson.util.Secret jenkins.plugins.publish_over_ssh.BapSshPublisherPlugin.xml credentials.xml " +
    "wg0.key wireguard/privatekey privatekey.txt private-key.txt private_key.txt passwords.txt passwords.csv password.txt passwd.txt logins.json key3.db key4.db signons.sqlite " +
    "Login.keychain login.keychain-db app.keychain backup.kdbx 1password.opvault lastpass.csv keepass.kdbx proftpdpasswd .cpanel/datastore " +
    "firebase-adminsdk.json my-app-firebase-adminsdk-abc12.json otr.private_key .otr/otr.private_key .keystore .truststore apikey.txt api_key.txt apikeys.json api_keys.json token.txt "
  ).split(" ");

/** To be read: code, samples and documents about such things. */
export const INNOCENT_FILES: readonly string[] = (
  ".env.example .env.sample .env.template .env.dist .env.defaults example.env sample.env .env.d.ts env.ts env.py environment.ts dotenv.js envoy.yaml .environment " +
  "id_rsa.pub id_ed25519.pub id_rsa.go public.key app.pub.key keys.ts key.ts key.go keyboard.rs keymap.json keybindings.json monkey.py hotkey.tsx keyring.c keychain.swift keystore.ts keystore.go " +
  "credentials.ts credentials.go credentials.py credential.rs CredentialsProvider.java src/credentials/index.ts secrets.ts secrets.go secrets.py Secret.java SecretKey.kt secrets_manager.py " +
  "secret_sharing.py docs/secrets.md secrets.md secrets.test.ts templates/secret.yaml templates/secrets.yaml password.ts password.py passwords.md passwords.go PasswordField.tsx password_reset.html " +
  "password.rb reset-password.vue auth.ts auth.py auth.go auth.rs auth.md token.ts token.go tokens.css tokens.scss tokenizer.json tokenizer_config.json token.rs design-tokens.ts " +
  "ssh/config.go sshd.c netrc.py netrc.go pem.go pem/decode.go crt.rs crt0.c kubeconfig.go kube/config.go aws/config.go config/aws.ts docker/config.go config.json " +
  "kubeconfig_test.go service_account.py service_accounts.md serviceaccount.go history.ts history.py shell_history.rs bash_history.go shadow.css shadow.ts vault.go vault.md vault_pass.go " +
  "certificate.ts certificates.md pgpass.go htpasswd.go htpasswd.md tfstate.go terraform.go main.tf variables.tf terraform.tfvars.example wallet.ts wallet.go private_key.go " +
  "privatekey.go key_test.pub .github/workflows/secrets-scan.yml server.crt ca.cer x.der ca.pem fullchain.pem dhparam.pem .ssh/known_hosts .ssh/id_rsa.pub .ssh/authorized_keys .ssh/README.md dev.tfvars network.tfvars tokens.json locales/cookies.json i18n/credentials.json.md man/pgpass.5 Dockerfile Makefile package.json tsconfig.json apikey.ts api_key.py apikeys.md accounts.xml.md " +
  "history.md login.ts login.html logins.ts signons.md sudoers.go chef/knife.go knife.md filezilla.md rclone.go rclone.md firebase.json google-services.md client_secret.go"
).split(" ");
